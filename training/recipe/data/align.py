"""Word alignment of packed pairs, to teach one attention head what stands for what.

IBM model 1 over tokens, in both directions, with a preference for the diagonal: a token's
counterpart is the one for which the geometric mean of both translation probabilities, times the
closeness of the two relative positions, is largest (the form of prior that fast_align has).
"""
import numpy as np

from .packed import NO_LINK, PackedPairs, write_array

ITERATIONS = 5
DIAGONAL_TENSION = 4.0
# Below this a token counts as having no counterpart.
MINIMUM_SCORE = 0.01
CHUNK_CELLS = 4_000_000


def _closeness(english_places, other_places, english_length, other_length):
    """How close the relative positions are: 1 on the diagonal."""
    relative = (english_places + 0.5) / english_length - (other_places + 0.5) / other_length
    return np.exp(-DIAGONAL_TENSION * np.abs(relative)).astype(np.float32)


def _keys(english, other):
    """One number for every combination of two tokens."""
    return english.astype(np.int64) << 16 | other


class TranslationTable:
    """How well two tokens go together, learned from some pairs."""

    def __init__(self, packed, pairs):
        # Every combination of an English and another token within the same pair, one after another.
        english, others = packed.lengths[pairs].astype(np.int64).T
        sizes = english * others
        pair = np.repeat(np.arange(len(pairs)), sizes)
        within = np.arange(len(pair)) - (np.cumsum(sizes) - sizes)[pair]
        english_place, other_place = np.divmod(within, others[pair])
        starts = packed.offsets[pairs]
        keys = _keys(
            packed.side('english')[starts[pair, 0] + english_place],
            packed.side('other')[starts[pair, 1] + other_place],
        )
        closeness = _closeness(english_place, other_place, english[pair], others[pair])
        english_token = (np.cumsum(english) - english)[pair] + english_place
        other_token = (np.cumsum(others) - others)[pair] + other_place
        self._keys, entry = np.unique(keys, return_inverse=True)
        entry = entry.reshape(-1)
        self._scores = np.sqrt(
            self._learn(entry, other_token, self._keys >> 16, closeness)
            * self._learn(entry, english_token, self._keys & 0xFFFF, closeness)
        ).astype(np.float32)

    def _learn(self, entry, explained, explaining, closeness):
        """Probabilities of the tokens counted by `explained`, given those named by `explaining`."""
        probability = np.ones(len(self._keys))
        for _ in range(ITERATIONS):
            share = probability[entry] * closeness
            share /= np.bincount(explained, share)[explained]
            counts = np.bincount(entry, share, len(self._keys))
            totals = np.bincount(explaining, counts)
            probability = counts / np.maximum(totals[explaining], 1e-9)
        return probability

    def scores(self, keys):
        """Scores of combinations; 0 for those never seen together."""
        places = np.minimum(np.searchsorted(self._keys, keys), len(self._keys) - 1)
        return np.where(self._keys[places] == keys, self._scores[places], 0)

    def best_counterparts(self, count, of_english, minimum=0.02):
        """For every English token, or for every other, up to `count` counterparts."""
        tokens, counterparts = self._keys >> 16, self._keys & 0xFFFF
        if not of_english:
            tokens, counterparts = counterparts, tokens
        order = np.lexsort((-self._scores, tokens))
        best = {}
        for place in order[self._scores[order] >= minimum]:
            row = best.setdefault(int(tokens[place]), [])
            if len(row) < count:
                row.append(int(counterparts[place]))
        return best


def align_pairs(folder, learn_pairs, every=1, report=print):
    """Aligns pairs of a packed folder, and writes its links.

    learn_pairs: how many pairs of a language to learn from, drawn evenly; every: 4 aligns every
    fourth pair, which is enough to teach one head, and makes the links a quarter as large.
    """
    packed = PackedPairs(folder)
    links = {
        'english-links': np.full(int(packed.offsets[-1, 0]), NO_LINK, np.int8),
        'other-links': np.full(int(packed.offsets[-1, 1]), NO_LINK, np.int8),
    }
    for language in np.unique(packed.language):
        pairs = np.flatnonzero(packed.language == language)
        table = TranslationTable(packed, _evenly(pairs, learn_pairs))
        chosen = pairs[::every]
        for group in _same_shape(packed, chosen):
            _link(packed, group, table, links)
        linked = links['other-links'][packed.offsets[pairs[0], 1]:packed.offsets[pairs[-1] + 1, 1]]
        share = (linked != NO_LINK).sum() / packed.lengths[chosen, 1].sum(dtype=np.int64)
        report(f'language {language}: {len(chosen)} pairs, {share:.1%} of their tokens linked')
    for name, values in links.items():
        write_array(folder, name, values)


def _evenly(pairs, count):
    return pairs[np.linspace(0, len(pairs) - 1, min(count, len(pairs))).astype(np.int64)]


def _same_shape(packed, pairs):
    """Groups of pairs whose sides have the same lengths, of limited size."""
    lengths = packed.lengths[pairs].astype(np.int64)
    shape = lengths[:, 0] << 8 | lengths[:, 1]
    order = np.argsort(shape, kind='stable')
    for group in np.split(pairs[order], np.flatnonzero(np.diff(shape[order])) + 1):
        size = max(1, CHUNK_CELLS // int(packed.lengths[group[0]].astype(np.int64).prod()))
        for start in range(0, len(group), size):
            yield group[start:start + size]


def _link(packed, pairs, table, links):
    english_length, other_length = packed.lengths[pairs[0]].astype(np.int64)
    english_places, other_places = np.arange(english_length), np.arange(other_length)
    english_at = packed.offsets[pairs, 0][:, None] + english_places
    other_at = packed.offsets[pairs, 1][:, None] + other_places
    keys = _keys(packed.side('english')[english_at][:, :, None], packed.side('other')[other_at][:, None, :])
    scores = table.scores(keys) * _closeness(
        english_places[:, None], other_places[None], english_length, other_length
    )
    for name, at, places, axis in (
        ('english-links', english_at, english_places, 2),
        ('other-links', other_at, other_places, 1),
    ):
        # MAX_TOKENS is below 128, so that a difference always fits.
        difference = scores.argmax(axis=axis) - places
        is_linked = scores.max(axis=axis) >= MINIMUM_SCORE
        links[name][at] = np.where(is_linked, difference, NO_LINK)
