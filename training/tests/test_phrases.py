import glob
import os
import unittest

from recipe.corpora.phrases import MAX_FORMS, expand, phrases_of

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

    def test_no_phrase_is_a_sentence_that_models_are_measured_by(self):
        for path in glob.glob(os.path.join(EVERYDAY, 'en-*.tsv')):
            corpus = os.path.basename(path)[len('en-'):-len('.tsv')]
            with open(path, encoding='utf-8') as file:
                measured = {bare(side) for line in file for side in line.split('\t')}
            phrases = phrases_of(corpus)
            self.assertEqual([pair for pair in phrases if bare(pair.english) in measured], [])
            self.assertEqual([pair for pair in phrases if bare(pair.other) in measured], [])
