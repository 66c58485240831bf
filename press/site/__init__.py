"""What a page gets beside its text: languages, search, and a theme with fewer obstacles."""
