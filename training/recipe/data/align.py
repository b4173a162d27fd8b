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
CHUNK_CELLS = 20_000_000


class Cells:
    """Every combination of an English and another token within the same pair, one after another."""

    def __init__(self, packed, pairs):
        counts = packed.lengths[pairs].astype(np.int64)
        english, others = counts[:, 0], counts[:, 1]
        sizes = english * others
        self.pair = np.repeat(np.arange(len(pairs)), sizes)
        first = np.cumsum(sizes) - sizes
        within = np.arange(int(sizes.sum())) - first[self.pair]
        self.english_place, self.other_place = np.divmod(within, others[self.pair])
        starts = packed.offsets[pairs]
        self.english_at = starts[self.pair, 0] + self.english_place
        self.other_at = starts[self.pair, 1] + self.other_place
        english_tokens = packed.side('english')[self.english_at].astype(np.int64)
        other_tokens = packed.side('other')[self.other_at].astype(np.int64)
        self.key = english_tokens << 16 | other_tokens
        relative = (self.english_place + 0.5) / english[self.pair] - (self.other_place + 0.5) / others[self.pair]
        self.closeness = np.exp(-DIAGONAL_TENSION * np.abs(relative)).astype(np.float32)


class TranslationTable:
    """How well two tokens go together, learned from some pairs."""

    def __init__(self, packed, pairs):
        cells = Cells(packed, pairs)
        self._keys, entry = np.unique(cells.key, return_inverse=True)
        entry = entry.reshape(-1)
        self._scores = np.sqrt(
            self._learn(entry, cells.other_at, self._keys >> 16, cells.closeness)
            * self._learn(entry, cells.english_at, self._keys & 0xFFFF, cells.closeness)
        ).astype(np.float32)

    def _learn(self, entry, explained, explaining, closeness):
        """Probabilities of the tokens at `explained`, given those named by `explaining`."""
        _, explained = np.unique(explained, return_inverse=True)
        explained = explained.reshape(-1)
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


def align_pairs(folder, learn_pairs, report=print):
    """Aligns all pairs of a packed folder, and writes its links.

    learn_pairs: how many pairs of a language to learn from; drawn evenly.
    """
    packed = PackedPairs(folder)
    links = {
        'english-links': np.full(int(packed.offsets[-1, 0]), NO_LINK, np.int8),
        'other-links': np.full(int(packed.offsets[-1, 1]), NO_LINK, np.int8),
    }
    for language in np.unique(packed.language):
        pairs = np.flatnonzero(packed.language == language)
        table = TranslationTable(packed, _evenly(pairs, learn_pairs))
        for chunk in _chunks(packed, pairs):
            _link(Cells(packed, chunk), table, links)
        linked = links['other-links'][packed.offsets[pairs[0], 1]:packed.offsets[pairs[-1] + 1, 1]]
        report(f'language {language}: {len(pairs)} pairs, {(linked != NO_LINK).mean():.1%} of the tokens linked')
    for name, values in links.items():
        write_array(folder, name, values)


def _evenly(pairs, count):
    return pairs[np.linspace(0, len(pairs) - 1, min(count, len(pairs))).astype(np.int64)]


def _chunks(packed, pairs):
    sizes = packed.lengths[pairs].astype(np.int64).prod(axis=1)
    parts = np.cumsum(sizes) // CHUNK_CELLS
    return np.split(pairs, np.flatnonzero(np.diff(parts)) + 1)


def _link(cells, table, links):
    scores = table.scores(cells.key) * cells.closeness
    for name, at, place, counterpart in (
        ('english-links', cells.english_at, cells.english_place, cells.other_place),
        ('other-links', cells.other_at, cells.other_place, cells.english_place),
    ):
        # The best cell of every token comes last of its group.
        order = np.lexsort((scores, at))
        is_last = np.append(at[order][1:] != at[order][:-1], True)
        best = order[is_last]
        best = best[scores[best] >= MINIMUM_SCORE]
        # MAX_TOKENS is below 128, so that a difference always fits.
        links[name][at[best]] = counterpart[best] - place[best]
