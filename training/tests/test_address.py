"""Forms of address, told from a translation and its English."""
import unittest

from recipe.corpora.address import address_of


class AddressTest(unittest.TestCase):
    def assert_addresses(self, language, rows):
        for english, other, expected in rows:
            self.assertEqual(address_of(english, other, language), expected, other)

    def test_german(self):
        self.assert_addresses('de', (
            ('Can you help me?', 'Können Sie mir helfen?', 'formal'),
            ('Click here.', 'Klicken Sie hier.', 'formal'),
            ('Your order is on its way.', 'Ihre Bestellung ist unterwegs.', ''),
            ('Your order has arrived.', 'Ihre Bestellung ist da.', 'formal'),
            ('Can you help me?', 'Kannst du mir helfen?', 'informal'),
            ('Are you tired?', 'Seid ihr müde?', 'informal'),
            ('She helps her.', 'Sie hilft ihr.', ''),
            ('It rains.', 'Es regnet.', ''),
        ))

    def test_languages_whose_pronouns_stand_for_more_than_one_person(self):
        self.assert_addresses('es', (
            ('Is this your book?', '¿Es este su libro?', 'formal'),
            ('Is this his book?', '¿Es este su libro?', ''),
            ('You can go.', 'Usted puede irse.', 'formal'),
            ('Where are you from?', '¿De dónde eres?', 'informal'),
            ('Is this your book?', '¿Es este tu libro?', 'informal'),
        ))
        self.assert_addresses('it', (
            ('Is this your book?', 'È questo il suo libro?', 'formal'),
            ('Is this her book?', 'È questo il suo libro?', ''),
            ('Can you come?', 'Puoi venire?', 'informal'),
            ('Can you come?', 'Può venire?', 'formal'),
        ))
        self.assert_addresses('fr', (
            ('Where are you?', 'Où êtes-vous ?', 'formal'),
            ('Where are you?', 'Où es-tu ?', 'informal'),
            ('I love you.', "Je t'aime.", 'informal'),
            ('Is there some?', 'Y en a-t-il ?', ''),
        ))

    def test_dutch_portuguese_polish_and_russian(self):
        self.assert_addresses('nl', (
            ('Your order', 'Uw bestelling', 'formal'), ('Do you have it?', 'Heb je het?', 'informal'),
        ))
        self.assert_addresses('pt-BR', (
            ('Are you ill, sir?', 'O senhor está doente?', 'formal'), ('Are you ill?', 'Você está doente?', 'informal'),
        ))
        self.assert_addresses('pl', (
            ('Do you have time?', 'Czy ma Pan czas?', 'formal'), ('Do you have time?', 'Masz czas?', 'informal'),
        ))
        self.assert_addresses('ru', (
            ('Do you have time?', 'У вас есть время?', 'formal'), ('Do you have time?', 'У тебя есть время?', 'informal'),
        ))

    def test_a_translation_with_both_forms_shows_none(self):
        self.assertEqual(address_of('You and you', 'Können Sie dir das vorstellen?', 'de'), '')

    def test_a_language_without_signs_shows_none(self):
        self.assertEqual(address_of('Where are you?', 'どこですか', 'ja'), '')
