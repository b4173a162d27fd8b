"""Packed pairs, their alignment, and the batches made of them."""
import os
import tempfile
import unittest

import numpy as np

from recipe.config import FROM_ENGLISH, TO_ENGLISH, DataConfig, Language
from recipe.data.align import align_pairs
from recipe.data.batches import NO_PREFIXES, NO_SOURCE_PLACE, BatchBuilder, Prefixes, plan_epoch
from recipe.data.pack import pack_corpora, with_marks
from recipe.data.packed import NO_LINK, PackedPairs, write_array
from recipe.data.pairs import Pair
from recipe.data.subwords import SubwordSplitter

NO_SPLITS = SubwordSplitter(
    {
        'split_left': np.zeros((500, 1), np.uint16),
        'split_right': np.zeros((500, 1), np.uint16),
        'split_count': np.zeros(500, np.uint8),
    }
)


def write_pairs(folder, pairs, languages=None, weights=None, links=None, marks=None):
    """pairs: `(english tokens, other tokens)`; links: the two flat lists."""
    write_array(folder, 'lengths', [[len(english), len(other)] for english, other in pairs])
    write_array(folder, 'english', [token for english, _ in pairs for token in english])
    write_array(folder, 'other', [token for _, other in pairs for token in other])
    write_array(folder, 'language', languages or [0] * len(pairs))
    write_array(folder, 'weight', weights or [1] * len(pairs))
    write_array(folder, 'mark', marks or [0] * len(pairs))
    if links:
        write_array(folder, 'english-links', links[0])
        write_array(folder, 'other-links', links[1])


class MarksTest(unittest.TestCase):
    def marks(self, pairs, share):
        rows = [(pair, [5], [6], 2.0) for pair in pairs]
        return [(row[0].english, row[3], row[4]) for row in with_marks(rows, 'de', share)]

    def test_a_pair_that_addresses_somebody_is_shown_with_and_without_its_mark(self):
        pairs = [
            Pair('Can you come?', 'Können Sie kommen?', 'a', ''), Pair('Come!', 'Komm!', 'written', '', 'informal'),
        ]
        self.assertEqual(self.marks(pairs, 0.25), [
            ('Can you come?', 1.5, 0), ('Can you come?', 0.5, 1), ('Come!', 1.5, 0), ('Come!', 0.5, 2),
        ])

    def test_some_of_the_others_have_either_mark(self):
        pairs = [Pair(f'It is {number}.', f'Es ist {number}.', 'a', '') for number in range(1600)]
        marks = [mark for _, _, mark in self.marks(pairs, 0.5)]
        self.assertEqual(len(marks), 1600)
        for mark in (1, 2):
            self.assertAlmostEqual(marks.count(mark), 100, delta=40)

    def test_without_marks_nothing_changes(self):
        pairs = [Pair('Can you come?', 'Können Sie kommen?', 'a', '')]
        self.assertEqual(self.marks(pairs, 0), [('Can you come?', 2.0, 0)])


class WordVocabulary:
    """A token for every word."""

    def __init__(self):
        self._tokens = {}

    def encode(self, texts):
        return [[self._tokens.setdefault(word, len(self._tokens) + 2) for word in text.split()] for text in texts]


class PackTest(unittest.TestCase):
    def test_a_share_of_a_source_is_kept_away_with_all_translations(self):
        lines = [
            (f'Sentence {number} of it.', f'{form} {number} davon.', source)
            for number in range(200)
            for source in ('spoken', 'other')
            for form in ('Satz', 'Spruch')
        ]
        german = Language('de', 'de')
        packing = {'heldOutShare': 0, 'heldOutPairs': 0, 'keptShares': {'spoken': 0.2}}
        weights = {'default': 1, 'phrases': 0, 'written': 0, 'frames': 0}
        with tempfile.TemporaryDirectory() as folder:
            with open(os.path.join(folder, 'en-de.tsv'), 'w', encoding='utf-8') as file:
                file.writelines('\t'.join(line) + '\n' for line in lines)
            config = DataConfig('data', (german,), {}, packing, weights)
            train, held_out = os.path.join(folder, 'train'), os.path.join(folder, 'held-out')
            pack_corpora(config, folder, WordVocabulary(), train, held_out, report=lambda *_: None)
            with open(os.path.join(held_out, 'spoken', 'en-de.tsv'), encoding='utf-8') as file:
                kept = [line.rstrip('\n').split('\t') for line in file]
            trained = len(PackedPairs(train))
        english = {row[0] for row in kept}
        self.assertGreater(len(english), 20)
        self.assertEqual({row[2] for row in kept}, {'spoken'})
        self.assertEqual(len(kept), 2 * len(english))
        self.assertEqual(trained, len(lines) - len(kept))


class PackedTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = os.path.join(folder.name, 'train')
        self.random = np.random.default_rng(1)

    def random_pairs(self, count):
        draw = lambda: self.random.integers(2, 400, self.random.integers(1, 121)).tolist()
        return [(draw(), draw()) for _ in range(count)]

    def test_tokens_come_back(self):
        pairs = self.random_pairs(50)
        write_pairs(self.folder, pairs)
        packed = PackedPairs(self.folder)
        self.assertEqual(len(packed), 50)
        for index, (english, other) in enumerate(pairs):
            read = packed.tokens(index)
            self.assertEqual((read[0].tolist(), read[1].tolist()), (english, other))

    def test_an_epoch_shows_every_pair_as_often_as_it_weighs(self):
        write_pairs(self.folder, self.random_pairs(300), [0, 1, 2] * 100, [1, 3, 0.5] * 100)
        packed = PackedPairs(self.folder)
        plan = plan_epoch(packed, [0, 1], 500, np.random.default_rng(1))
        shown = np.bincount(np.concatenate(plan), minlength=300)
        self.assertEqual(shown.reshape(-1, 3).max(axis=0).tolist(), [1, 3, 0])
        self.assertEqual(shown.reshape(-1, 3).min(axis=0).tolist(), [1, 3, 0])
        for pairs in plan:
            padded = len(pairs) * (int(packed.lengths[pairs].max()) + 1)
            self.assertTrue(padded <= 500 or len(pairs) == 1)

    def test_a_batch_holds_prefix_text_and_end(self):
        write_pairs(self.folder, [([5, 6, 7], [8, 9]), ([10], [11, 12, 13])], [1, 0], links=([0, 0, -1, 1], [0, 1, 0, -1, NO_LINK]))
        packed = PackedPairs(self.folder)
        prefixes = np.array([[2, 3], [2, 4]], np.uint16)
        batch = BatchBuilder(packed, FROM_ENGLISH, Prefixes(prefixes), NO_SPLITS).build(np.array([0, 1]), self.random)
        self.assertEqual(batch.source.tolist(), [[2, 4, 5, 6, 7, 0], [2, 3, 10, 0, 0, 0]])
        self.assertEqual(batch.target.tolist(), [[8, 9, 0, 0], [11, 12, 13, 0]])
        self.assertEqual((batch.source_lengths.tolist(), batch.target_lengths.tolist()), ([6, 4], [3, 4]))
        none = NO_SOURCE_PLACE
        self.assertEqual(batch.links.tolist(), [[2, 4, 5, none], [2, 2, none, 3]])
        self.assertEqual(batch.piece_places.tolist(), [0, 1, 2, 4, 5, 6, 7])
        reverse = BatchBuilder(packed, TO_ENGLISH, NO_PREFIXES, NO_SPLITS).build(np.array([0, 1]), self.random)
        self.assertEqual(reverse.source.tolist(), [[8, 9, 0, 0], [11, 12, 13, 0]])
        self.assertEqual(reverse.links.tolist(), [[0, 1, 1, 2], [1, 3, none, none]])

    def test_a_mark_stands_before_the_prefix_of_the_pairs_that_have_one(self):
        write_pairs(self.folder, [([5, 6], [8]), ([7], [9])], [1, 0], links=([0, -1, 0], [1, 0]), marks=[2, 0])
        packed = PackedPairs(self.folder)
        marks = np.array([[2, 30], [2, 40]], np.uint16)
        batch = BatchBuilder(packed, FROM_ENGLISH, Prefixes(None, marks), NO_SPLITS).build(np.array([0, 1]), self.random)
        self.assertEqual(batch.source.tolist(), [[2, 40, 5, 6, 0], [7, 0, 0, 0, 0]])
        self.assertEqual(batch.source_lengths.tolist(), [5, 2])
        self.assertEqual(batch.links.tolist(), [[3, 4], [0, 1]])
        both = Prefixes(np.array([[2, 3], [2, 4]]), marks)
        batch = BatchBuilder(packed, FROM_ENGLISH, both, NO_SPLITS).build(np.array([0, 1]), self.random)
        self.assertEqual(batch.source.tolist(), [[2, 40, 2, 4, 5, 6, 0], [2, 3, 7, 0, 0, 0, 0]])

    def test_links_follow_pieces_that_were_split(self):
        # Every piece of 100 and more splits into itself less 50, and its last digits.
        tables = {
            'split_left': np.arange(500, dtype=np.uint16)[:, None] - 50,
            'split_right': np.arange(500, dtype=np.uint16)[:, None] % 50,
            'split_count': (np.arange(500) >= 100).astype(np.uint8),
        }
        write_pairs(self.folder, [([101, 6, 107], [8, 109])], links=([1, -1, -2], [2, 0]))
        builder = BatchBuilder(PackedPairs(self.folder), FROM_ENGLISH, NO_PREFIXES, SubwordSplitter(tables), 1.0, 1.0)
        batch = builder.build(np.array([0]), self.random)
        self.assertEqual(batch.source.tolist(), [[51, 1, 6, 57, 7, 0]])
        self.assertEqual(batch.target.tolist(), [[8, 59, 9, 0]])
        self.assertEqual(batch.links.tolist(), [[3, 2, 2, 5]])

    def test_alignment_finds_a_hidden_dictionary(self):
        pairs = []
        for _ in range(400):
            english = self.random.choice(np.arange(10, 60), self.random.integers(3, 9), replace=False)
            other = english + 100
            # Two neighbours change places, so that the diagonal alone is no answer.
            place = int(self.random.integers(0, len(other) - 1))
            other[[place, place + 1]] = other[[place + 1, place]]
            pairs.append((english.tolist(), other.tolist()))
        write_pairs(self.folder, pairs)
        align_pairs(self.folder, 400, every=2, report=lambda *_: None)
        packed = PackedPairs(self.folder)
        for side, offset, column in (('english', 100, 0), ('other', -100, 1)):
            right = 0
            for index, pair in enumerate(pairs):
                tokens, counterparts = pair[column], pair[1 - column]
                start = packed.offsets[index, column]
                if index % 2:
                    links = packed.side(f'{side}-links')[start:start + len(tokens)]
                    self.assertTrue((links == NO_LINK).all())
                    continue
                for place, token in enumerate(tokens):
                    link = int(packed.side(f'{side}-links')[start + place])
                    right += link != NO_LINK and counterparts[place + link] == token + offset
            self.assertGreater(right / sum(len(pair[column]) for pair in pairs[::2]), 0.99)


if __name__ == '__main__':
    unittest.main()
