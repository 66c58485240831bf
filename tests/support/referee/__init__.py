"""Random programs for kernels, and the referee who knows what a kernel may do with them."""
