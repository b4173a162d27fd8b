"""Sentences made from frames."""
import unittest

from recipe.corpora.frames import frames_of
from recipe.corpora.frames.grammar import Noun, noun_form
from recipe.corpora.frames.values import LANGUAGES, grouped


class GrammarTest(unittest.TestCase):
    def assert_forms(self, language, noun, quality, forms):
        for form, expected in forms.items():
            self.assertEqual(noun_form(language, noun, form, quality), expected)

    def test_german_has_genders_and_cases(self):
        self.assert_forms('de', Noun('m', 'Tisch', 'Tische'), ['rot'], {
            'the.a': 'den Tisch', 'a+q.n': 'ein roter Tisch', 'the+q.d': 'dem roten Tisch', 'thepl.d': 'den Tischen',
        })
        self.assert_forms('de', Noun('f', 'Tasse', 'Tassen'), ['rot'], {'my+q.a': 'meine rote Tasse', 'it.a': 'sie'})

    def test_articles_shrink_before_vowels(self):
        self.assert_forms('en', Noun(None, 'egg', 'eggs'), ['red'], {'a': 'an egg', 'a+q': 'a red egg'})
        self.assert_forms('fr', Noun('f', 'orange', 'oranges'), ['rond', 'ronde'], {
            'the': "l'orange", 'my+q': 'mon orange ronde', 'this': 'cette orange',
        })
        self.assert_forms('it', Noun('m', 'specchio', 'specchi'), None, {'the': 'lo specchio', 'thepl': 'gli specchi'})
        self.assert_forms('it', Noun('f', 'arancia', 'arance'), None, {'a': "un'arancia", 'the': "l'arancia"})

    def test_a_dutch_adjective_keeps_its_bare_form_with_an_indefinite_neuter(self):
        quality = ['rood', 'rode']
        self.assert_forms('nl', Noun('n', 'boek', 'boeken'), quality, {'a+q': 'een rood boek', 'the+q': 'het rode boek'})
        self.assert_forms('nl', Noun('c', 'kop', 'koppen'), quality, {'a+q': 'een rode kop', 'it': 'hem'})


class FramesTest(unittest.TestCase):
    def test_the_same_pairs_are_made_every_time(self):
        self.assertEqual(frames_of('de', 3), frames_of('de', 3))

    def test_every_frame_is_filled_in_every_language(self):
        for language in LANGUAGES[1:]:
            pairs = frames_of(language, 5)
            self.assertGreater(len(pairs), 300)
            self.assertEqual([pair for pair in pairs if '{' in pair.english + pair.other or '  ' in pair.other], [])

    def test_what_is_drawn_is_the_same_in_all_languages(self):
        english = [[pair.english for pair in frames_of(language, 5)] for language in ('de', 'nl')]
        self.assertEqual(*english)

    def test_digits_are_grouped_as_each_language_does(self):
        written = [grouped(1234567, language) for language in ('en', 'de', 'fr', 'es')]
        self.assertEqual(written, ['1,234,567', '1.234.567', '1 234 567', '1 234 567'])
        self.assertEqual(grouped(9527, 'es'), '9527')

    def test_a_language_without_frames_has_none(self):
        self.assertEqual(frames_of('ja'), [])
