"""Chapter 5, The callback loop: call me when."""
