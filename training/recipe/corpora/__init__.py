"""Sentence pairs out of Debian packages."""
