"""What happens in a run of a listing, recorded. Standard library only."""
