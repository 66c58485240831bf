"""What runs in the page of a reader: without a browser here, in Chromium by `make pyodide` (pyodide_*.py)."""
