import glob
import os
import tempfile
import unittest

from recipe.corpora.phrases import MAX_FORMS, TO_ENGLISH, expand, phrases_of, sentences_of, written_of
from recipe.config import Language
from recipe.data.pairs import Pair

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
EVERYDAY = os.path.join(ROOT, 'bench', 'quality', 'everyday-dev')


def bare(text):
    return ''.join(filter(str.isalnum, text.casefold()))


class PhrasesTest(unittest.TestCase):
    def test_a_list_gives_every_form_of_a_phrase(self):
        text = '@day Monday|Montag; Friday|Freitag\n\nOn {day}. | Am {day}.'
        self.assertEqual(expand(text), [('On Monday.', 'Am Montag.'), ('On Friday.', 'Am Freitag.')])

    def test_braces_that_name_no_list_are_text(self):
        self.assertEqual(expand('Hello {0} | Hallo {0}'), [('Hello {0}', 'Hallo {0}')])

    def test_of_many_forms_the_same_ones_are_drawn(self):
        numbers = '; '.join(f'{n}|{n}' for n in range(100))
        text = f'@n {numbers}\n{{n}} files | {{n}} Dateien'
        self.assertEqual(len(expand(text)), MAX_FORMS)
        self.assertEqual(expand(text), expand(text))

    def test_a_line_without_a_translation_is_refused(self):
        with self.assertRaisesRegex(ValueError, 'English | translation'):
            expand('Hello')

    def test_the_book_of_several_varieties_has_prefixes_where_they_differ(self):
        brazilian, european = Language('pt-BR', 'pt', 'br'), Language('pt-PT', 'pt', 'pt')
        both = dict(sentences_of([brazilian, european], is_from_english=True))
        differing = {pair.english for pair in written_of('pt') if pair.variant}
        self.assertTrue(both.keys().isdisjoint(differing))
        self.assertEqual(both['>>pt-BR<< I love you'], 'Eu te amo')
        self.assertEqual(both['>>pt-PT<< I love you'], 'Amo-te')
        into_english = sentences_of([brazilian, european], is_from_english=False)
        self.assertTrue(set(into_english) > {(text, english.split('<< ')[-1]) for english, text in both.items()})
        self.assertIn(('Good morning', 'Guten Morgen'), sentences_of([Language('de', 'de')], is_from_english=True))

    def test_written_sentences_know_their_address_and_the_variety_they_are_in(self):
        with tempfile.TemporaryDirectory() as folder:
            with open(os.path.join(folder, 'mail.tsv'), 'w', encoding='utf-8') as file:
                file.write('en\tde\tpt-BR\tpt-PT\taddress\n')
                file.write('Come here.\tKommen Sie her.\tVenha aqui.\tVenha cá.\tformal\n')
                file.write('It rains.\tEs regnet.\tChove.\tChove.\t\n')
            self.assertEqual(written_of('de', folder), [
                Pair('Come here.', 'Kommen Sie her.', 'written', '', 'formal'),
                Pair('It rains.', 'Es regnet.', 'written', '', ''),
            ])
            self.assertEqual([(pair.other, pair.variant) for pair in written_of('pt', folder)], [
                ('Venha aqui.', 'br'), ('Venha cá.', 'pt'), ('Chove.', ''),
            ])
            self.assertEqual(written_of('fr', folder), [])

    def test_a_line_with_a_column_too_few_is_named(self):
        with tempfile.TemporaryDirectory() as folder:
            with open(os.path.join(folder, 'mail.tsv'), 'w', encoding='utf-8') as file:
                file.write('en\tde\taddress\nIt rains.\tEs regnet.\n')
            with self.assertRaisesRegex(ValueError, 'mail.tsv, line 2'):
                written_of('de', folder)

    def test_no_phrase_is_a_sentence_that_models_are_measured_by(self):
        for path in glob.glob(os.path.join(EVERYDAY, 'en-*.tsv')):
            corpus = os.path.basename(path)[len('en-'):-len('.tsv')]
            with open(path, encoding='utf-8') as file:
                measured = {bare(side) for line in file for side in line.split('\t')}
            phrases = [*phrases_of(corpus), *written_of(corpus), *written_of(corpus, TO_ENGLISH)]
            self.assertEqual([pair for pair in phrases if bare(pair.english) in measured], [])
            self.assertEqual([pair for pair in phrases if bare(pair.other) in measured], [])
