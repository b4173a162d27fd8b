"""Readers of the file formats translations come in."""
