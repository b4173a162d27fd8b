"""From sentence pairs to arrays of tokens, and from those to batches."""
