"""Part IV: the programs of a working day."""
