"""A lexical shortlist out of aligned pairs, for models with one target language.

With ten targets a source piece would need ten lists at once, and the union is no short list.
"""
import os

import numpy as np
import sentencepiece

from ..config import FROM_ENGLISH
from ..data.align import TranslationTable
from ..data.packed import PackedPairs
from ..files import read_json, write_json
from ..model.shortlist_file import write_shortlist
from ..model.student import END
from .model_folder import METADATA_NAME, describe

# The pieces that are said most often are in the row of END, which is in every sentence.
FREQUENT_COUNT = 2000
BEST_COUNT = 100
LEAST_SCORE = 0.0005
LEARN_PAIRS = 100_000
# Pairs that training shows more often than this count no more.
MOST_WEIGHT = 3


def shortlist_candidates(pairs, config):
    """For every source piece the target pieces to look at.

    Those are the best counterparts from every language, and the piece itself, since names and
    numbers are copied.

    pairs: packed pairs.
    """
    pieces = config.architecture.pieces
    is_from_english = config.direction == FROM_ENGLISH
    side = 1 if is_from_english else 0
    weights = np.repeat(np.minimum(pairs.weight, MOST_WEIGHT), pairs.lengths[:, side])
    counts = np.bincount(pairs.side('other' if is_from_english else 'english'), weights, pieces)
    rows = [{piece} for piece in range(pieces)]
    rows[END].update(np.argsort(-counts, kind='stable')[:FREQUENT_COUNT].tolist())
    for language in config.languages:
        own = np.flatnonzero(pairs.language == config.data.languages.index(language))
        table = TranslationTable(pairs, _evenly(own, LEARN_PAIRS))
        for source, counterparts in table.best_counterparts(BEST_COUNT, is_from_english, LEAST_SCORE).items():
            rows[source].update(counterparts)
    return rows


def place_shortlist(work, config, folder):
    """Writes a shortlist for a model folder, and names it in its metadata.

    Where the vocabulary of the model is not that of the packed pairs, a part of these is decoded and cut again.
    """
    metadata_path = os.path.join(folder, METADATA_NAME)
    metadata = read_json(metadata_path)
    pairs = PackedPairs(work.of(config.data, 'train'))
    own = sentencepiece.SentencePieceProcessor(model_file=os.path.join(folder, metadata['files']['vocabulary']['name']))
    packed_with = sentencepiece.SentencePieceProcessor(model_file=work.of(config.data, 'vocabulary.spm'))
    if own.serialized_model_proto() != packed_with.serialized_model_proto():
        pairs = CutAgain(pairs, packed_with, own)
    name = f'lex.{config.id}.s2t.bin'
    write_shortlist(os.path.join(folder, name), shortlist_candidates(pairs, config), 1, BEST_COUNT)
    metadata['files']['shortlist'] = describe(folder, name)
    write_json(metadata_path, metadata)


class CutAgain:
    """Packed pairs, some of each language, in the pieces of another vocabulary."""

    def __init__(self, pairs, packed_with, own):
        chosen = np.concatenate(
            [_evenly(np.flatnonzero(pairs.language == language), 2 * LEARN_PAIRS) for language in np.unique(pairs.language)]
        )
        self.weight, self.language = pairs.weight[chosen], pairs.language[chosen]
        both = [pairs.tokens(pair) for pair in chosen]
        self._sides, lengths = {}, []
        for side, name in enumerate(('english', 'other')):
            cut = own.encode(packed_with.decode([pair[side].tolist() for pair in both]))
            lengths.append([len(tokens) for tokens in cut])
            self._sides[name] = np.array([token for tokens in cut for token in tokens], np.uint16)
        self.lengths = np.array(lengths).T
        self.offsets = np.zeros((len(chosen) + 1, 2), np.int64)
        np.cumsum(self.lengths, axis=0, out=self.offsets[1:])

    def side(self, name):
        """All tokens of `english` or `other`."""
        return self._sides[name]


def _evenly(pairs, count):
    return pairs[np.linspace(0, len(pairs) - 1, min(count, len(pairs))).astype(np.int64)]
