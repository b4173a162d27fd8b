"""A lexical shortlist out of aligned pairs, for models with one target language.

With ten targets a source piece would need ten lists at once, and the union is no short list.
"""
import numpy as np

from ..config import FROM_ENGLISH
from ..data.align import TranslationTable
from ..data.packed import PackedPairs

FIRST_COUNT = 100
BEST_COUNT = 50
LEARN_PAIRS = 100_000


def shortlist_candidates(folder, config):
    """For every source piece the target pieces to look at.

    Those are the most frequent target pieces, the best counterparts from every language, and the
    piece itself, since names and numbers are copied.
    """
    packed = PackedPairs(folder)
    pieces = config.architecture.pieces
    is_from_english = config.direction == FROM_ENGLISH
    target = packed.side('other' if is_from_english else 'english')
    frequent = np.argsort(-np.bincount(target, minlength=pieces))[:FIRST_COUNT]
    rows = [{piece, *frequent.tolist()} for piece in range(pieces)]
    for language in config.languages:
        pairs = np.flatnonzero(packed.language == config.data.languages.index(language))
        chosen = pairs[np.linspace(0, len(pairs) - 1, min(LEARN_PAIRS, len(pairs))).astype(np.int64)]
        table = TranslationTable(packed, chosen)
        for source, counterparts in table.best_counterparts(BEST_COUNT, is_from_english).items():
            rows[source].update(counterparts)
    return rows
