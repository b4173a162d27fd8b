"""Vocabularies: learnt, and adapted from another one."""
import os
import tempfile
import unittest

import sentencepiece

from recipe.config import DataConfig, Language
from recipe.data.vocabulary import adapt_vocabulary, train_vocabulary
from recipe.data.vocabulary_file import content_of, read_pieces

WORDS = (
    ('house', 'Haus'), ('window', 'Fenster'), ('village', 'Dorf'), ('picture', 'Bild'), ('knife', 'Messer'),
    ('vehicle', 'Fahrzeug'), ('bicycle', 'Fahrrad'), ('paper', 'Papier'), ('bottle', 'Glas'), ('country', 'Land'),
)
CHARACTERS = '€😀ł'


class AdaptTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        self.before, self.after = (os.path.join(self.folder, name) for name in ('before.spm', 'after.spm'))
        with open(os.path.join(self.folder, 'en-de.tsv'), 'w', encoding='utf-8') as file:
            for number in range(400):
                english, german = WORDS[number % len(WORDS)]
                file.write(f'The {english} number {number} is old.\tDas {german} Nummer {number} ist alt.\ttoy\n')
        train_vocabulary(self.config(0, ''), self.folder, self.before)

    def config(self, marked_share, characters, pieces=60):
        return DataConfig('data', (Language('de', 'de'),), {
            'pieces': pieces, 'characterCoverage': 1.0, 'linesPerLanguage': 500, 'characters': characters,
        }, {}, {'default': 1}, marked_share)

    def test_a_file_is_written_as_it_was_read(self):
        with open(self.before, 'rb') as file:
            content = file.read()
        pieces, rest = read_pieces(content)
        self.assertEqual(len(pieces), 60)
        with open(self.after, 'wb') as file:
            file.write(content_of(pieces, rest))
        before, after = (sentencepiece.SentencePieceProcessor(model_file=path) for path in (self.before, self.after))
        self.assertEqual(before.encode('The house is old.'), after.encode('The house is old.'))
        with self.assertRaisesRegex(ValueError, 'not a SentencePiece vocabulary'):
            read_pieces(content[:-1])

    def test_marks_and_characters_take_the_places_of_what_is_needed_least(self):
        adapt_vocabulary(self.config(0.5, CHARACTERS), self.folder, self.before, self.after, report=lambda _: None)
        before, after = (sentencepiece.SentencePieceProcessor(model_file=path) for path in (self.before, self.after))
        self.assertEqual(after.get_piece_size(), 60)
        changed = [place for place in range(60) if before.id_to_piece(place) != after.id_to_piece(place)]
        self.assertEqual(
            {after.id_to_piece(place) for place in changed}, {'>>formal<<', '>>informal<<', *CHARACTERS}
        )
        pieces = after.encode_as_pieces('>>formal<< The house: 5 € 😀')
        self.assertEqual(pieces[:2], ['▁', '>>formal<<'])
        self.assertIn('€', pieces)
        self.assertNotIn(1, after.encode('€ 😀 ł'))

    def test_a_vocabulary_of_another_size_is_refused(self):
        with self.assertRaisesRegex(ValueError, '60 pieces, not 80'):
            adapt_vocabulary(self.config(0.5, '', 80), self.folder, self.before, self.after)
