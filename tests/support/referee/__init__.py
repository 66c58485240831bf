"""Random programs for kernels, and the referee that knows a kernel's moves."""
