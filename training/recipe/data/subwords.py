"""Other ways to write the same words, drawn anew every epoch.

A stand-in for sampling from SentencePiece itself, without needing it at training time: a piece is
now and then written as two shorter ones, which is what BPE dropout amounts to.
"""
import numpy as np


class SubwordSplitter:
    """Splits pieces at random. tables: what `write_tables` wrote."""

    def __init__(self, tables):
        self._left, self._right = tables['split_left'], tables['split_right']
        self._count = tables['split_count']

    def split(self, tokens, probability, random):
        """Returns the tokens, and for each token that was given, how many it became (1 or 2)."""
        counts = np.ones(len(tokens), np.int64)
        if probability <= 0:
            return tokens, counts
        ways = self._count[tokens]
        at = np.flatnonzero((random.random(len(tokens)) < probability) & (ways > 0))
        if len(at) == 0:
            return tokens, counts
        counts[at] = 2
        split = np.repeat(tokens, counts)
        first = (np.cumsum(counts) - counts)[at]
        # Squaring prefers the first ways, which are the likelier ones.
        way = (random.random(len(at)) ** 2 * ways[at]).astype(np.int64)
        split[first] = self._left[tokens[at], way]
        split[first + 1] = self._right[tokens[at], way]
        return split, counts
