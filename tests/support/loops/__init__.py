"""The shared parts of the tests of loops and kernels: clocks that jump, programs, and Ctrl-C at any line."""
