"""Chapter 6, Time: timers, and a clock that jumps."""
