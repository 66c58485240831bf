"""Chapter 2, Pausing inside a pause: generators in generators."""
