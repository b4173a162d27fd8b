"""Sets of pairs that a model is watched with while it trains."""
import os
import tempfile

import numpy as np

from ..data.batches import BatchBuilder, prefixes_of
from ..data.packed import MAX_TOKENS, PackedPairs, write_array
from ..data.subwords import SubwordSplitter
from .micro_batches import MicroBatches

HELD_OUT_BATCHES = 24
TEST_SENTENCES = 240


def held_out_batches(config, data_folder):
    """Some micro-batches of the pairs that were held back."""
    return _batches(config, data_folder, PackedPairs(os.path.join(data_folder, 'held-out')), HELD_OUT_BATCHES)


def test_set_batches(config, data_folder, folder):
    """The first sentences of a test set: a folder of `en.txt`, `de.txt` and so on, or of `en-de.tsv`.

    Sentences too long for training are left out. Raises OSError where a language has no file.
    """
    import sentencepiece

    vocabulary = sentencepiece.SentencePieceProcessor(model_file=os.path.join(data_folder, 'vocabulary.spm'))
    rows = []
    for language in config.languages:
        number = config.data.languages.index(language)
        for pair in _pairs(folder, language.tag)[:TEST_SENTENCES // len(config.languages)]:
            left, right = (vocabulary.encode(text) for text in pair)
            if 0 < min(len(left), len(right)) and max(len(left), len(right)) <= MAX_TOKENS:
                rows.append((left, right, number))
    with tempfile.TemporaryDirectory() as packed:
        write_array(packed, 'lengths', [[len(left), len(right)] for left, right, _ in rows])
        write_array(packed, 'english', [piece for left, _, _ in rows for piece in left])
        write_array(packed, 'other', [piece for _, right, _ in rows for piece in right])
        write_array(packed, 'language', [number for _, _, number in rows])
        write_array(packed, 'weight', np.ones(len(rows)))
        return _batches(config, data_folder, PackedPairs(packed), len(rows))


def _batches(config, data_folder, pairs, count):
    pairs.weight[:] = 1
    tables = np.load(os.path.join(data_folder, 'tables.npz'))
    prefixes = prefixes_of(config, tables)
    builder = BatchBuilder(pairs, config.direction, prefixes, SubwordSplitter(tables))
    return MicroBatches(pairs, builder, config, prefixes).first(count)


def _pairs(folder, tag):
    """The pairs of English and a language, or the language its tag is a variety of."""
    for name in (tag, tag.split('-')[0]):
        table, text = os.path.join(folder, f'en-{name}.tsv'), os.path.join(folder, f'{name}.txt')
        if os.path.exists(table):
            return [line.split('\t')[:2] for line in _lines(table)]
        if os.path.exists(text):
            return list(zip(_lines(os.path.join(folder, 'en.txt')), _lines(text)))
    raise FileNotFoundError(f'{folder} has neither en-{tag}.tsv nor {tag}.txt')


def _lines(path):
    with open(path, encoding='utf-8') as file:
        return [line.strip() for line in file]
