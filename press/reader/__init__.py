"""What a page does for its reader in the browser, beside being read."""
