"""One solution per exercise, tested like every listing."""
