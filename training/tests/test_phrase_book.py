"""Phrase books."""
import os
import tempfile
import unittest

from recipe.config import FROM_ENGLISH, Language, phrase_book_name
from recipe.data.pairs import Pair
from recipe.data.phrase_book import phrase_books, with_sentences, write_phrase_book


def pairs_of(*rows):
    return [Pair(english, other, source, '') for english, other, source in rows]


FROGS = pairs_of(
    ('frog', 'Frosch', 'games'),
    ('frog', 'Gesicht Frosch', 'office'),
    ('frog', 'Strahl des Pferdes', 'ding'),
    ('The frog sat on a stone by the water.', 'Der Frosch saß auf einem Stein am Wasser.', 'tatoeba'),
    ('A green frog jumped into the pond.', 'Ein grüner Frosch sprang in den Teich.', 'tatoeba'),
    ('We saw a frog in the garden today.', 'Wir haben heute im Garten einen Frosch gesehen.', 'tatoeba'),
)

HELP = pairs_of(
    ('help', 'helfen', 'ding'),
    ('Help', 'Hilfe', 'apps'),
    ('Can you help me with the boxes?', 'Kannst du mir mit den Kisten helfen?', 'tatoeba'),
    ('I want to help her with this.', 'Ich will ihr dabei helfen.', 'tatoeba'),
    ('They will help us tomorrow morning.', 'Sie werden uns morgen früh helfen.', 'tatoeba'),
    ('We need your help with this problem.', 'Wir brauchen bei dem Problem deine Hilfe.', 'tatoeba'),
    ('She called for help from the window.', 'Sie rief aus dem Fenster um Hilfe.', 'tatoeba'),
)


class PhraseBooks(unittest.TestCase):
    def test_sentences_decide_between_the_senses_of_a_word(self):
        from_english, into_english = phrase_books(FROGS, 'de')
        self.assertEqual(from_english, {'frog': 'Frosch'})
        self.assertEqual(into_english['Frosch'], 'frog')

    def test_the_letter_case_of_an_entry_decides_between_close_ones(self):
        from_english, _ = phrase_books(HELP, 'de')
        self.assertEqual(from_english, {'help': 'helfen', 'Help': 'Hilfe'})

    def test_what_follows_from_small_letters_is_left_out(self):
        from_english, _ = phrase_books(FROGS + pairs_of(('Frog', 'Frosch', 'apps')), 'de')
        self.assertEqual(from_english, {'frog': 'Frosch'})

    def test_short_sentences_written_for_them_go_first(self):
        sentences = [
            ('Frog', 'Fröschlein'), ('Frog', 'Kröte'), ('Is it late?', 'Ist es spät?'),
            ('a' * 37, 'lang'), ('short', 'a' * 55), ('Keep away', 'a' * 54),
        ]
        book = with_sentences({'Frog': 'Frosch', 'help': 'helfen', 'Frog.': 'Frosch.'}, sentences, ('en', 'de'))
        self.assertEqual(book, {
            'Frog': 'Fröschlein', 'Frog.': 'Frosch.', 'Frog!': 'Fröschlein!', 'help': 'helfen', 'Is it late?': 'Ist es spät?',
            'Keep away': 'a' * 54, 'Keep away!': 'a' * 54 + '!',
        })

    def test_sentences_written_for_them_are_known_with_other_marks(self):
        self.assertEqual(with_sentences({}, [('It’s late.', 'Es tarde.')], ('en', 'es')), {
            "It's late": 'Es tarde', "It's late.": 'Es tarde.', "It's late!": '¡Es tarde!',
        })
        self.assertEqual(with_sentences({}, [('Merci !', 'Thank you!')], ('fr', 'en')), {
            'Merci': 'Thank you', 'Merci !': 'Thank you!',
        })
        self.assertEqual(with_sentences({}, [('Yes', 'Ja')], ('en', 'de')), {'Yes': 'Ja', 'Yes.': 'Ja.', 'Yes!': 'Ja!'})
        self.assertEqual(len(with_sentences({}, [('Stop! Now.', 'Halt! Jetzt.')], ('en', 'de'))), 1)

    def test_a_word_may_be_its_own_translation(self):
        pages = pairs_of(
            ('page', 'page Web', 'apps'),
            ('page', 'la page', 'apps'),
            ('page', 'pages', 'apps'),
            ('The page of the index is long.', 'Les pages de l’index sont longues.', 'apps'),
            ('The page is open in a window.', 'La page est ouverte dans une fenêtre.', 'apps'),
            ('Each page has a number at the top.', 'Chaque page porte un numéro en haut.', 'apps'),
            *[(f'The page of the {what} is new.', f'La page du {quoi} est nouvelle.', 'apps')
              for what, quoi in (('book', 'livre'), ('shop', 'magasin'), ('game', 'jeu'))],
        )
        self.assertEqual(phrase_books(pages, 'fr')[0]['page'], 'page')

    def test_a_word_is_not_its_own_translation_where_another_one_is_good(self):
        apples = pairs_of(
            ('apple', 'manzana', 'cldr'),
            ('He ate one apple in the kitchen.', 'Comió una manzana en la cocina.', 'tatoeba'),
            ('The apple is red and sweet.', 'La manzana es roja y dulce.', 'tatoeba'),
            *[(f'The {what} of apple is new now.', f'El {que} de apple es nuevo.', 'apps')
              for what, que in (('phone', 'teléfono'), ('screen', 'pantalla'), ('shop', 'local'), ('key', 'botón'))],
        )
        self.assertEqual(phrase_books(apples, 'es')[0]['apple'], 'manzana')

    def test_what_no_sentence_has_is_as_the_dictionary_says(self):
        from_english, into_english = phrase_books(pairs_of(('newt', 'Molch', 'ding')), 'de')
        self.assertEqual(from_english, {'newt': 'Molch'})
        self.assertEqual(into_english, {'Molch': 'newt'})

    def test_a_word_is_meant_as_in_general_texts_and_a_label_as_in_catalogues(self):
        home = pairs_of(
            ('home', 'Zuhause', 'omw'),
            *[('Home', 'Startseite', source) for source in ('magento', 'spree', 'apps', 'kde')],
            ('There is no place like home for us.', 'Nichts ist für uns so schön wie ein Zuhause.', 'tatoeba'),
            ('She has no home and no family.', 'Sie hat kein Zuhause und keine Familie.', 'tatoeba'),
            ('The button brings you to the home page.', 'Der Knopf führt zur Startseite.', 'apps'),
            ('You can go back to the home screen.', 'Hier kommt man zur Startseite zurück.', 'apps'),
        )
        self.assertEqual(phrase_books(home, 'de')[0], {'home': 'Zuhause', 'Home': 'Startseite'})

    def test_plurals_are_those_that_texts_have(self):
        owls = pairs_of(
            ('owl', 'Eule', 'omw'),
            ('The owls sat on the roof at night.', 'Die Eulen saßen nachts auf dem Dach.', 'tatoeba'),
            ('We heard two owls in the wood.', 'Wir hörten zwei Eulen im Wald.', 'tatoeba'),
        )
        self.assertEqual(phrase_books(owls, 'de')[0]['owls'], 'Eulen')

    def test_a_file_is_in_the_order_of_bytes(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, 'book.tsv')
            write_phrase_book(path, {'é': 'b', 'z': 'a', 'Z': 'c'})
            with open(path, encoding='utf-8') as file:
                self.assertEqual(file.read(), 'Z\tc\nz\ta\né\tb\n')

    def test_varieties_of_a_language_share_a_book(self):
        brazil, portugal = (Language(f'pt-{region}', 'pt', region.lower()) for region in ('BR', 'PT'))
        self.assertEqual(phrase_book_name(FROM_ENGLISH, brazil), 'phrases.en-pt.tsv')
        self.assertEqual(phrase_book_name(FROM_ENGLISH, portugal), 'phrases.en-pt.tsv')


if __name__ == '__main__':
    unittest.main()
