"""Batches out of packed pairs, for one direction."""
from typing import NamedTuple

import numpy as np

from ..config import FROM_ENGLISH
from .packed import NO_LINK

POOL_PAIRS = 200_000
NO_SOURCE_PLACE = -1


class Batch(NamedTuple):
    """Padded with END, which is 0. Lengths count the END of each sentence."""

    source: np.ndarray
    source_lengths: np.ndarray
    target: np.ndarray
    target_lengths: np.ndarray
    # Where in the flattened `target` there are pieces rather than padding.
    piece_places: np.ndarray
    # For each target piece the place of its counterpart in `source`, or NO_SOURCE_PLACE.
    links: np.ndarray


class _Side(NamedTuple):
    """Sentences one after another: tokens, the row and the place in the row of each."""

    tokens: np.ndarray
    rows: np.ndarray
    places: np.ndarray
    lengths: np.ndarray


def prefixes_of(config, tables):
    """The prefixes a model's source has: those of its languages where it has several, and the marks."""
    if config.direction != FROM_ENGLISH:
        return NO_PREFIXES
    return Prefixes(tables['prefixes'] if config.is_multilingual_target else None, tables['marks'] if 'marks' in tables else None)


def shown_pairs(packed, languages, random):
    """The pairs of one epoch, shuffled: one of weight 3 three times, one of 0.1 in every tenth epoch."""
    pairs = np.flatnonzero(np.isin(packed.language, languages))
    weight = packed.weight[pairs]
    copies = np.floor(weight) + (random.random(len(pairs)) < weight % 1)
    order = np.repeat(pairs, copies.astype(np.int64))
    random.shuffle(order)
    return order


def plan_epoch(packed, languages, batch_tokens, random):
    """The pairs of each batch of one epoch, in order.

    Sentences of similar length go together; batch_tokens counts the padded tokens of the longer side.
    """
    order = shown_pairs(packed, languages, random)
    batches = []
    for start in range(0, len(order), POOL_PAIRS):
        pool = order[start:start + POOL_PAIRS]
        lengths = packed.lengths[pool].astype(np.int64)
        pool = pool[np.lexsort((lengths.min(axis=1), lengths.max(axis=1)))[::-1]]
        longest = packed.lengths[pool].max(axis=1).astype(np.int64)
        position = 0
        while position < len(pool):
            size = max(1, batch_tokens // (int(longest[position]) + 1))
            batches.append(pool[position:position + size])
            position += size
    random.shuffle(batches)
    return batches


class Prefixes:
    """What stands in front of the source of each pair: its language's prefix, its mark, both or nothing.

    languages: a row of tokens for every language, or None; marks: one for every mark, or None.
    """

    def __init__(self, languages=None, marks=None):
        languages = [[]] if languages is None else [list(row) for row in languages]
        marks = [[], *([] if marks is None else (list(row) for row in marks))]
        self._marks, self._is_one_language = len(marks), len(languages) == 1 and not languages[0]
        rows = [[*mark, *language] for language in languages for mark in marks]
        self._lengths = np.array([len(row) for row in rows], np.int64)
        self._tokens = np.zeros((len(rows), int(self._lengths.max())), np.int64)
        for number, row in enumerate(rows):
            self._tokens[number, :len(row)] = row

    def lengths(self, packed, pairs):
        """How many tokens stand in front of each pair."""
        return self._lengths[self._rows(packed, pairs)]

    def tokens(self, packed, pairs):
        """These tokens, each row padded to the longest."""
        return self._tokens[self._rows(packed, pairs)]

    def _rows(self, packed, pairs):
        language = 0 if self._is_one_language else packed.language[pairs].astype(np.int64)
        mark = packed.mark[pairs].astype(np.int64) if self._marks > 1 else np.zeros(len(pairs), np.int64)
        return language * self._marks + mark


NO_PREFIXES = Prefixes()


class BatchBuilder:
    """Reads pairs and makes batches of them, one direction, with what stands in front of their source.

    split_source, split_target: how often a piece is written as two; 0 for evaluation.
    """

    def __init__(self, packed, direction, prefixes, splitter, split_source=0.0, split_target=0.0):
        self._packed = packed
        self._is_from_english = direction == FROM_ENGLISH
        self._prefixes = prefixes
        self._splitter = splitter
        self._split_source, self._split_target = split_source, split_target

    def build(self, pairs, random):
        """The batch of some pairs."""
        names = ('english', 'other') if self._is_from_english else ('other', 'english')
        columns = (0, 1) if self._is_from_english else (1, 0)
        before, target_before = (self._gather(pairs, name, column) for name, column in zip(names, columns))
        source, source_counts = self._splitter.split(before.tokens, self._split_source, random)
        target, target_counts = self._splitter.split(target_before.tokens, self._split_target, random)
        source_side = _after_split(before, source, source_counts)
        target_side = _after_split(target_before, target, target_counts)
        prefix_lengths = self._prefixes.lengths(self._packed, pairs)
        links = self._links(pairs, names[1], columns[1], target_before, before, source_counts)
        links = np.where(links == NO_SOURCE_PLACE, links, links + prefix_lengths[target_before.rows])
        padded_source = _pad(source_side, prefix_lengths)
        prefix = self._prefixes.tokens(self._packed, pairs)
        is_prefix = np.arange(prefix.shape[1])[None] < prefix_lengths[:, None]
        padded_source[:, :prefix.shape[1]][is_prefix] = prefix[is_prefix]
        padded_target = _pad(target_side, np.zeros_like(prefix_lengths))
        padded_links = np.full(padded_target.shape, NO_SOURCE_PLACE, np.int64)
        padded_links[target_side.rows, target_side.places] = np.repeat(links, target_counts)
        source_lengths = source_side.lengths + prefix_lengths + 1
        # END stands for END.
        padded_links[np.arange(len(pairs)), target_side.lengths] = source_lengths - 1
        target_lengths = target_side.lengths + 1
        is_piece = np.arange(padded_target.shape[1])[None] < target_lengths[:, None]
        return Batch(
            padded_source, source_lengths, padded_target, target_lengths, np.flatnonzero(is_piece), padded_links
        )

    def _gather(self, pairs, name, column):
        lengths = self._packed.lengths[pairs, column].astype(np.int64)
        rows, places = _ragged(lengths)
        tokens = self._packed.side(name)[self._packed.offsets[pairs, column][rows] + places]
        return _Side(tokens, rows, places, lengths)

    def _links(self, pairs, name, column, target, source, source_counts):
        """For each target token before splitting, its counterpart's place after splitting."""
        if not self._packed.has_links:
            return np.full(len(target.tokens), NO_SOURCE_PLACE)
        starts = self._packed.offsets[pairs, column]
        links = self._packed.side(f'{name}-links')[starts[target.rows] + target.places].astype(np.int64)
        is_linked = links != NO_LINK
        source_first = np.cumsum(source.lengths) - source.lengths
        counterpart = source_first[target.rows] + target.places + np.where(is_linked, links, -target.places)
        place_after = np.cumsum(source_counts) - source_counts
        row_start_after = place_after[source_first]
        places = place_after[counterpart] - row_start_after[target.rows]
        return np.where(is_linked, places, NO_SOURCE_PLACE)


def _ragged(lengths):
    rows = np.repeat(np.arange(len(lengths)), lengths)
    first = np.cumsum(lengths) - lengths
    return rows, np.arange(len(rows)) - first[rows]


def _after_split(side, tokens, counts):
    lengths = np.bincount(side.rows, counts, len(side.lengths)).astype(np.int64)
    rows, places = _ragged(lengths)
    return _Side(tokens, rows, places, lengths)


def _pad(side, prefix_lengths):
    padded = np.zeros((len(side.lengths), int((side.lengths + prefix_lengths).max()) + 1), np.int64)
    padded[side.rows, side.places + prefix_lengths[side.rows]] = side.tokens
    return padded
