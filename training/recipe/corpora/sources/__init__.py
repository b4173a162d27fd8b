"""One module for every kind of place sentence pairs are taken from."""
