"""What happens to texts before they are packed."""
import unittest

from recipe.data.held_out import is_held_out
from recipe.data.stand_ins import with_stand_ins
from recipe.data.weights import SourceWeights


class StandInsTest(unittest.TestCase):
    def test_the_same_piece_gets_the_same_code_on_both_sides(self):
        self.assertEqual(
            with_stand_ins('Copy %s to %d.', 'Nach %d wird %s kopiert.', 1),
            ('Copy X1 to X2.', 'Nach X2 wird X1 kopiert.'),
        )

    def test_equal_pieces_are_told_apart_by_their_order(self):
        self.assertEqual(with_stand_ins('%s: %s', '%s : %s', 1), ('X1: X2', 'X1 : X2'))

    def test_counted_arguments_are_those_they_count(self):
        self.assertEqual(
            with_stand_ins('%s lines of %d in %s', '%3$s: %1$s von %2$d', 1), ('X1 lines of X2 in X3', 'X3: X1 von X2')
        )
        self.assertEqual(with_stand_ins('%1$s: %2$s', '%2$s : %1$s', 1), ('X1: X2', 'X2 : X1'))
        for other in ('%1$s und %3$s', '%1$s und %s'):
            self.assertEqual(with_stand_ins('%s and %s', other, 1), ('%s and %s', other))

    def test_addresses_and_paths_are_replaced_whole(self):
        english, german = with_stand_ins('See https://a.example/b?c.', 'Siehe https://a.example/b?c.', 1)
        self.assertEqual((english, german), ('See X1.', 'Siehe X1.'))
        self.assertEqual(with_stand_ins('In /etc/apt/x', 'Dans /etc/apt/x', 1), ('In X1', 'Dans X1'))

    def test_some_pairs_get_numbers(self):
        self.assertEqual(with_stand_ins('Open {name}', 'Öffne {name}', 6), ('Open 821', 'Öffne 821'))

    def test_a_piece_that_touches_a_word_is_set_off(self):
        self.assertEqual(with_stand_ins('%sfile', 'Datei%s', 1), ('X1 file', 'Datei X1'))

    def test_pairs_that_disagree_or_hold_such_codes_stay(self):
        for english, other in (('%s here', 'hier'), ('X1 and %s', 'X1 et %s'), ('none', 'keine')):
            self.assertEqual(with_stand_ins(english, other, 1), (english, other))

    def test_percentages_are_no_placeholders(self):
        self.assertEqual(with_stand_ins('50 % of it', '50 % davon', 1), ('50 % of it', '50 % davon'))


class WeightsTest(unittest.TestCase):
    def test_rules(self):
        weights = SourceWeights({'default': 1, 'a': 3, 'b': {'weight': 2, 'shortWeight': 0.1}})
        self.assertEqual(weights.of('a', 'x'), 3)
        self.assertEqual(weights.of('b', 'two words'), 0.1)
        self.assertEqual(weights.of('b', 'now three words'), 2)
        self.assertEqual(weights.of('other', 'x'), 1)


class HeldOutTest(unittest.TestCase):
    def test_the_share_is_about_right_and_case_does_not_matter(self):
        texts = [f'Sentence number {number}.' for number in range(20000)]
        self.assertAlmostEqual(sum(is_held_out(text, 0.1) for text in texts) / len(texts), 0.1, delta=0.01)
        self.assertTrue(all(is_held_out(text, 0.1) == is_held_out(text.upper(), 0.1) for text in texts))


if __name__ == '__main__':
    unittest.main()
