"""What the tests of loops and kernels share: clocks that jump, programs, and Ctrl-C at any line."""
