"""From raw pairs to corpora."""
import os
import shutil
import subprocess
import tempfile
import unittest

from recipe.config import read_data_config
from recipe.corpora.cleaning.accelerators import without_accelerators
from recipe.corpora.cleaning.checks import find_fault
from recipe.corpora.cleaning.clean import clean_pair
from recipe.corpora.cleaning.kept_back import KeptBackSentences
from recipe.corpora.cleaning.normalise import normalise
from recipe.corpora.cleaning.sentences import split_sentences
from recipe.corpora.raw_pairs import RawPairs, read_raw_pairs
from recipe.corpora.sources.word_lists import extract_brought
from recipe.corpora.steps import clean, extract, read_sources
from recipe.data.pairs import corpus_path, read_pairs
from tests.test_formats import make_mo

TRAINING = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
DATA = os.path.join(TRAINING, 'configs', 'data', 'small-en-de-data.json')


class NormaliseTest(unittest.TestCase):
    def test_markup_goes_and_words_stay_apart(self):
        for text, expected in (
            ('Press <b>OK</b> now', 'Press OK now'),
            ('<bookmark_value>yields</bookmark_value>Rates', ' yields Rates'),
            ('One<br/>two', 'One two'),
            ('un<emph>related</emph>', 'unrelated'),
            ('a &lt; b &amp;amp; c', 'a < b & c'),
            ('see B<I<x>> and \\(lqy\\(rq', 'see x and “y”'),
            ('soft\u00adhyphen', 'softhyphen'),
            ('1 < 2 and 3 > 2', '1 < 2 and 3 > 2'),
        ):
            self.assertEqual(normalise(text, 'apps'), expected)

    def test_what_is_meant_for_translators_goes(self):
        for text, expected in (
            ('?plural:units', 'units'),
            ('?female:Admiral %s', 'Admiral %s'),
            ('Any costumes \\(looks\\)', 'Any costumes (looks)'),
            ('%<%s%> is set', '"%s" is set'),
            ('Really? yes: go', 'Really? yes: go'),
        ):
            self.assertEqual(normalise(text, 'freeciv'), expected)

    def test_a_context_of_the_game_goes(self):
        self.assertEqual(normalise('female^Archer', 'wesnoth'), 'Archer')
        self.assertEqual(normalise('2^8', 'apps'), '2^8')


class AcceleratorsTest(unittest.TestCase):
    def test_marks_go_on_both_sides(self):
        self.assertEqual(without_accelerators('_Open', 'Ö_ffnen', 'de'), ('Open', 'Öffnen'))
        self.assertEqual(without_accelerators('&Open', '開く(&O)', 'ja'), ('Open', '開く'))
        self.assertEqual(without_accelerators('Save ~As', 'Speichern ~unter', 'de'), ('Save As', 'Speichern unter'))

    def test_an_accelerator_of_the_english_alone_goes(self):
        self.assertEqual(without_accelerators('Vertically C~enter', 'Vertikal mittig', 'de'), ('Vertically Center', 'Vertikal mittig'))
        self.assertEqual(without_accelerators('Simulate (&No Blue)', 'Simulieren', 'de'), ('Simulate (No Blue)', 'Simulieren'))
        self.assertEqual(without_accelerators('see ~/.ssh', 'siehe dort', 'de'), ('see ~/.ssh', 'siehe dort'))

    def test_names_keep_theirs(self):
        for english, other in (('file_name', 'Datei_name'), ('the max_size value', 'der Wert max'), ('R & D', 'F & E')):
            self.assertEqual(without_accelerators(english, other, 'de'), (english, other))


class SentencesTest(unittest.TestCase):
    def test_abbreviations_do_not_end_a_sentence(self):
        self.assertEqual(split_sentences('Use it, e.g. Linux. Then stop.'), ['Use it, e.g. Linux.', 'Then stop.'])
        self.assertEqual(split_sentences('開く。閉じる。', True), ['開く。', '閉じる。'])

    def split(self, english, other, language='de'):
        return list(clean_pair(english, other, 'apps', language))

    def test_sentences_are_told_apart_where_both_sides_have_as_many(self):
        self.assertEqual(
            self.split('One dog. Two dogs.', 'Ein Hund. Zwei Hunde.'),
            [('One dog.', 'Ein Hund.'), ('Two dogs.', 'Zwei Hunde.')],
        )
        self.assertEqual(len(self.split('One dog. Two dogs.', 'Ein Hund, dann zwei Hunde.')), 1)

    def test_paragraphs_are_paired(self):
        self.assertEqual(
            self.split('First part\n\n- second part', 'Erster Teil\n\n- zweiter Teil'),
            [('First part', 'Erster Teil'), ('second part', 'zweiter Teil')],
        )


class ChecksTest(unittest.TestCase):
    def test_good_pairs_pass(self):
        for english, other, language in (
            ('Open the file', 'Die Datei öffnen', 'de'), ('Open %s', 'Ouvrir %s', 'fr'), ('Hello', 'こんにちは', 'ja'),
            ('The file is open.', 'Файл открыт.', 'ru'), ('Save the changes', '保存更改', 'zh'),
        ):
            self.assertIsNone(find_fault(english, other, language), english)

    def test_faults_are_named(self):
        for english, other, language, fault in (
            ('%s: %d', '%s : %d', 'fr', 'placeholders only'),
            ('Open %s', 'Ouvrir', 'fr', 'placeholders differ'),
            ('Linux', 'linux', 'de', 'identical'),
            ('--verbose', '--ausführlich', 'de', 'code'),
            ('/etc/passwd', 'die Datei', 'de', 'placeholders only'),
            ('a: = 1 + 2 * (b)', 'a: = 1 + 2 * (c)', 'de', 'placeholders only'),
            ('Open the file', 'Открыть', 'de', 'script'),
            ('Hello there', 'Hello', 'ja', 'script'),
            ('Open the file and wait', 'You have to open the file and wait', 'de', 'language'),
            ('Yes', 'Ja, aber nur wenn alles andere schon fertig geworden ist', 'de', 'length ratio'),
            ('From 10 to 20 files', 'Von 30 bis 40 Dateien', 'de', 'numbers'),
            ('translator-credits', 'Jemand', 'de', 'left-over markup'),
            ('Can you and your dog come?', 'Können Sie dein Tier mitbringen, wenn Sie kommen?', 'de', 'two addresses'),
            ('See &chap; there', 'Siehe &chap; dort', 'de', 'left-over markup'),
        ):
            self.assertEqual(find_fault(english, other, language), fault, english)


class RawPairsTest(unittest.TestCase):
    def test_texts_come_back(self):
        with tempfile.TemporaryDirectory() as folder:
            with RawPairs('apps', folder) as pairs:
                pairs.add('pt_BR', 'a\\nb\nc\\', 'x\ty')
                pairs.add('sv', 'left', 'out')
            rows = list(read_raw_pairs(os.path.join(folder, 'apps.pt.tsv')))
            self.assertEqual(rows, [('a\\nb\nc\\', 'x y', 'apps:br')])
            self.assertEqual(os.listdir(folder), ['apps.pt.tsv'])

    def test_brought_corpora_keep_their_sources(self):
        with tempfile.TemporaryDirectory() as folder:
            brought = [os.path.join(folder, name) for name in ('one', 'two')]
            for place, line in zip(brought, ('A dog.\tEin Hund.\tshop', 'A cat.\tUm gato.\tbook:br')):
                os.makedirs(place)
                with open(os.path.join(place, f'en-{"de" if "Ein" in line else "pt"}.tsv'), 'w', encoding='utf-8') as file:
                    file.write(f'{line}\na line of another form\n')
            with open(os.path.join(brought[1], 'README.md'), 'w', encoding='utf-8') as file:
                file.write('not a corpus')
            raw = os.path.join(folder, 'raw')
            extract(os.path.join(folder, 'packages'), raw, ['brought'], brought=brought, report=lambda _: None)
            self.assertEqual(list(read_raw_pairs(os.path.join(raw, 'brought.de.tsv'))), [('A dog.', 'Ein Hund.', 'shop')])
            self.assertEqual(list(read_raw_pairs(os.path.join(raw, 'brought.pt.tsv'))), [('A cat.', 'Um gato.', 'book:br')])

    @unittest.skipUnless(shutil.which('zstd'), 'needs zstd')
    def test_brought_corpora_may_be_packed(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, 'en-de.tsv')
            with open(path, 'w', encoding='utf-8') as file:
                file.write('A dog.\tEin Hund.\tshop\n')
            subprocess.run(['zstd', '-q', '--rm', path], check=True)
            with RawPairs('brought', os.path.join(folder, 'raw')) as pairs:
                extract_brought([folder], pairs)
            self.assertEqual(pairs.counts, {'de': 1})

    def test_a_phrase_keeps_the_translations_that_most_sources_have(self):
        rare = ['Nahkampf', 'knapp', 'vertraut', 'Ende']
        with tempfile.TemporaryDirectory() as folder:
            raw, corpora = os.path.join(folder, 'raw'), os.path.join(folder, 'corpora')
            with RawPairs('brought', raw) as pairs:
                for other in rare:
                    pairs.add('de', 'Close', other, 'game')
                for source in ('shop', 'mail'):
                    pairs.add('de', 'Close', 'Schließen', source)
            clean(raw, corpora, report=lambda _: None)
            found = [pair.other for pair in read_pairs(corpus_path(corpora, 'de'))]
            self.assertEqual(found, [*rare[:3], 'Schließen'])

    def test_what_was_interrupted_leaves_nothing(self):
        with tempfile.TemporaryDirectory() as folder:
            with self.assertRaises(KeyError), RawPairs('apps', folder) as pairs:
                pairs.add('de', 'a', 'b')
                raise KeyError
            self.assertEqual(os.listdir(folder), [])


@unittest.skipUnless(shutil.which('dpkg-deb'), 'needs dpkg-deb')
class PackagesToCorporaTest(unittest.TestCase):
    """A package of our own goes the whole way."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = folder.name
        self.path = lambda *parts: os.path.join(self.root, *parts)

    def build_package(self, name, locale, pairs):
        tree = self.path(name)
        messages = os.path.join(tree, 'usr/share/locale', locale, 'LC_MESSAGES')
        os.makedirs(messages)
        os.makedirs(os.path.join(tree, 'DEBIAN'))
        os.makedirs(self.path('packages', 'debs'), exist_ok=True)
        with open(os.path.join(messages, f'{name}.mo'), 'wb') as file:
            file.write(make_mo([(english.encode(), other.encode()) for english, other in pairs]))
        with open(os.path.join(tree, 'DEBIAN', 'control'), 'w', encoding='utf-8') as file:
            file.write(f'Package: {name}\nVersion: 1\nArchitecture: all\nMaintainer: x <x@example.org>\nDescription: x\n')
        target = self.path('packages', 'debs', f'{name}_1_all.deb')
        subprocess.run(['dpkg-deb', '--build', '-Znone', tree, target], check=True, capture_output=True)

    def test_catalogues_of_a_package_become_pairs(self):
        kept_out = 'This very sentence is in the test set.'
        self.build_package('coreutils', 'de', [
            ('_Open file', 'Datei _öffnen'),
            ('The list is empty. Add a file.', 'Die Liste ist leer. Fügen Sie eine Datei hinzu.'),
            (kept_out, 'Genau dieser Satz ist im Testsatz.'),
        ])
        self.build_package('iso-codes', 'de', [('Open file', 'Datei öffnen'), ('Blue whale', 'Blauwal')])
        os.makedirs(self.path('tests'))
        with open(self.path('tests', 'en.txt'), 'w', encoding='utf-8') as file:
            file.write(f'Something else. {kept_out}\n')
        quiet = lambda *_: None
        extract(self.path('packages'), self.path('raw'), ['apps', 'isocodes'], report=quiet)
        clean(self.path('raw'), self.path('corpora'), [self.path('tests')], report=quiet)
        found = [pair[:4] for pair in read_pairs(corpus_path(self.path('corpora'), 'de'))]
        self.assertEqual(found, [
            ('Open file', 'Datei öffnen', 'apps', ''),
            ('The list is empty.', 'Die Liste ist leer.', 'apps', ''),
            ('Add a file.', 'Fügen Sie eine Datei hinzu.', 'apps', ''),
            ('Blue whale', 'Blauwal', 'isocodes', ''),
        ])
        with open(self.path('corpora', 'counts.tsv'), encoding='utf-8') as file:
            self.assertIn('de\tapps\t3\t9\ttest sentence 1', file.read())

    def test_every_source_is_credited(self):
        from recipe.release.model_folder import attributions_of

        # What is brought says itself what it is from.
        sources = [row['source'] for row in read_sources() if row['kind'] != 'brought']
        sources += [name for name in read_data_config(DATA).source_weights if name not in ('default', 'webwml')]
        self.assertEqual(len(attributions_of({source: 1 for source in sources})), len(set(sources)))


class KeptBackTest(unittest.TestCase):
    def test_punctuation_and_case_do_not_matter(self):
        with tempfile.TemporaryDirectory() as folder:
            with open(os.path.join(folder, 'de.txt'), 'w', encoding='utf-8') as file:
                file.write('Dies ist ein Satz aus dem Testsatz.\nこれは試験のための文章です。\n')
            sentences = KeptBackSentences([folder])
            self.assertTrue(sentences.has('A translation of it', 'DIES ist ein Satz, aus dem Testsatz!'))
            self.assertTrue(sentences.has('A translation of it', 'これは試験のための文章です'))
            self.assertFalse(sentences.has('A translation of it', 'Dies ist ein Satz.'))


if __name__ == '__main__':
    unittest.main()
