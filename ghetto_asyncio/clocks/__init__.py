"""Time: timers, and a clock that jumps."""
