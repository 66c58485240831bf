"""Time in a page of the browser, which goes by when a test says so."""

STANDS_STILL = """window.pending = [];
window.setTimeout = (call, _, ...given) => pending.push(() => call(...given));
window.clearTimeout = (n) => delete pending[n - 1];"""
GOES_BY = "pending.splice(0).forEach((call) => call())"
"""All that was to be done later is done."""
