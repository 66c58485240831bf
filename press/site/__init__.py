"""What a page gets beside its text: languages, and a theme with fewer obstacles."""
