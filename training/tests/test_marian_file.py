"""Marian's files: what is written can be read again."""
import os
import tempfile
import unittest

import numpy as np

from recipe.model.marian_file import (
    ALIGNMENT_BYTES,
    TYPE_INTGEMM8,
    configuration_tensor,
    float_tensor,
    quantised_tensor,
    read_model,
    values_of,
    write_model,
)
from recipe.model.shortlist_file import read_shortlist, write_shortlist


class MarianFileTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.path = os.path.join(folder.name, 'file.bin')

    def test_floats_come_back_exactly(self):
        random = np.random.default_rng(1)
        for shape in ((1, 1), (3, 5), (1, 127), (64, 2), (1,)):
            values = random.normal(size=shape).astype(np.float32)
            write_model(self.path, [float_tensor('a', values), float_tensor('b', -values), configuration_tensor('x: 1\n')])
            tensors = read_model(self.path)
            np.testing.assert_array_equal(values_of(tensors['a']), values)
            np.testing.assert_array_equal(values_of(tensors['b']), -values)
            self.assertEqual(tensors['special:model.yml'].data[:5], b'x: 1\n')

    def test_eight_bits_are_within_half_a_step(self):
        random = np.random.default_rng(2)
        for name, shape in (('l_W1', (8, 24)), ('Wemb', (16, 8))):
            values = random.normal(size=shape).astype(np.float32)
            write_model(self.path, [quantised_tensor(name, values)])
            tensor = read_model(self.path)[name]
            self.assertEqual((tensor.type, tensor.shape), (TYPE_INTGEMM8, shape))
            step = np.abs(values).max() / 127
            self.assertLessEqual(np.abs(values_of(tensor) - values).max(), step / 2 * 1.001)

    def test_matrices_are_stored_transposed_but_embeddings_are_not(self):
        values = np.array([[1, 2], [3, 127]], np.float32)
        self.assertEqual(list(quantised_tensor('l_W1', values).data[:4]), [1, 3, 2, 127])
        self.assertEqual(list(quantised_tensor('Wemb', values).data[:4]), [1, 2, 3, 127])

    def test_a_matrix_of_zeros_stays_zero(self):
        write_model(self.path, [quantised_tensor('l_W1', np.zeros((8, 8)))])
        self.assertFalse(values_of(read_model(self.path)['l_W1']).any())

    def test_data_begins_at_a_multiple_of_256(self):
        for count in range(1, 12):
            tensors = [float_tensor('n' * (index + 1), np.ones((1, 1))) for index in range(count)]
            write_model(self.path, tensors)
            self.assertEqual(os.path.getsize(self.path) % ALIGNMENT_BYTES, 0)
            self.assertEqual(len(read_model(self.path)), count)

    def test_a_cut_file_is_refused(self):
        write_model(self.path, [float_tensor('a', np.ones((64, 64)))])
        with open(self.path, 'r+b') as file:
            file.truncate(os.path.getsize(self.path) - 1)
        with self.assertRaisesRegex(ValueError, 'cut off'):
            read_model(self.path)

    def test_a_shortlist_comes_back(self):
        rows = [[0], [1, 3, 2], [], [3], [4, 0]]
        write_shortlist(self.path, rows, 100, 50)
        self.assertEqual(os.path.getsize(self.path) % 8, 0)
        read, first, best = read_shortlist(self.path)
        self.assertEqual((first, best), (100, 50))
        # Seven entries are filled up to eight.
        self.assertEqual(read, [[0], [1, 2, 3], [], [3], [0, 4, 0]])


if __name__ == '__main__':
    unittest.main()
