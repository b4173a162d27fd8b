"""English that a language has no translation of, and what a model makes of it."""
import os
import shutil
import tempfile
import unittest

from recipe.corpora.back_translation import back_translate, untranslated_english
from recipe.corpora.raw_pairs import RawPairs, raw_path, read_raw_pairs
from recipe.files import write_json

# In the place of evaluate/translate.mjs, which needs the engine: the same request, lines in capitals.
SCRIPT = "const { lines } = JSON.parse(require('fs').readFileSync(0, 'utf8')); console.log(JSON.stringify(lines.map((line) => line.toUpperCase())));"


class BackTranslationTest(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp()
        self.addCleanup(shutil.rmtree, self.folder)
        self.raw = os.path.join(self.folder, 'raw')
        with RawPairs('brought', self.raw) as pairs:
            pairs.add('pl', 'The dog sleeps here.', 'Pies tu śpi.', 'tatoeba')
            pairs.add('de', 'The Dog sleeps here.', 'Der Hund schläft hier.', 'tatoeba')
            pairs.add('de', 'My sister plays the piano.', 'Meine Schwester spielt Klavier.', 'tatoeba')
            pairs.add('fr', 'My sister plays the piano.', 'Ma sœur joue du piano.', 'tatoeba')
            pairs.add('fr', 'Open the selected file.', 'Ouvrir le fichier choisi.', 'kde')
            pairs.add('fr', 'Good morning', 'Bonjour', 'tatoeba')
            pairs.add('fr', 'One line\nand another one', 'Une ligne\net une autre', 'tatoeba')

    def test_only_sentences_of_general_texts_that_the_language_lacks_once(self):
        self.assertEqual(untranslated_english(self.raw, 'pl'), ['My sister plays the piano.'])
        self.assertEqual(untranslated_english(self.raw, 'de'), [])

    def rows_for(self, target):
        """What a model for this language makes of the English, as raw pairs."""
        language = target.partition('-')[0]
        model, script = os.path.join(self.folder, 'model'), os.path.join(self.folder, 'capitals.cjs')
        os.makedirs(model, exist_ok=True)
        write_json(os.path.join(model, 'metadata.json'), {'pairs': [{'source': 'en', 'target': target}]})
        with open(script, 'w', encoding='utf-8') as file:
            file.write(SCRIPT)
        back_translate(self.raw, model, script, 10, report=lambda _: None)
        return list(read_raw_pairs(raw_path(self.raw, 'back-translated', language)))

    def test_translations_are_raw_pairs_and_no_texts_for_the_next_time(self):
        for _ in range(2):
            rows = self.rows_for('pl')
            self.assertEqual(rows, [('My sister plays the piano.', 'MY SISTER PLAYS THE PIANO.', 'back-translated')])

    def test_a_variety_keeps_its_name(self):
        self.assertEqual({source for *_, source in self.rows_for('pt-BR')}, {'back-translated:br'})
