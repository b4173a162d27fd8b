"""The parts of training on cores: kernels' bounds, schedule, warm start, environment, compiler."""
import os
import tempfile
import unittest
from datetime import datetime
from types import SimpleNamespace

import numpy as np
import torch

from recipe.config import change_settings
from recipe.cores.carry_over import carry_over, parts_of_pieces
from recipe.cores.compute.compiler import compiled_kernels
from recipe.cores.compute.kernels import MAX_PLACES, Kernels
from recipe.cores.student.layout import Layout
from recipe.data.batches import Prefixes
from recipe.cores.micro_batches import plan_micro_batches
from recipe.cores.optimiser import nearly_orthogonal
from recipe.cores.compute.processor import has_half_products, processor_flags, training_environment
from recipe.cores.student.products import HalfProducts, SingleProducts
from recipe.cores.schedule import Deadline, rate_factor, seconds_of_call, seconds_until
from recipe.data.packed import MAX_TOKENS
from recipe.model.student import Student

from .small_training import CACHE, SHAPE

COMPILED = compiled_kernels(CACHE)


@unittest.skipUnless(COMPILED, 'no compiler')
class BoundsTest(unittest.TestCase):
    def setUp(self):
        self.kernels = Kernels(COMPILED.library)

    def attend(self, targets, sources, lengths, width=64, heads=4):
        states = [torch.randn(len(lengths), places, width) for places in (targets, sources, sources)]
        return self.kernels.attend(*states, torch.tensor(lengths), heads)

    def test_the_longest_sentence_of_packed_data_fits_with_a_prefix_and_all_its_pieces_split(self):
        places = 2 * MAX_TOKENS + 3
        out, weights = self.attend(places, places, [places, 1])
        self.assertTrue(bool(out.isfinite().all()))
        torch.testing.assert_close(weights.sum(-1), torch.ones(2, 4, places))

    def test_what_is_too_large_is_refused(self):
        with self.assertRaisesRegex(ValueError, 'at most 256'):
            self.attend(3, MAX_PLACES + 1, [2])
        with self.assertRaisesRegex(ValueError, 'at most 256'):
            self.attend(MAX_PLACES + 1, 3, [2])
        with self.assertRaisesRegex(ValueError, 'lengths must be'):
            self.attend(3, 3, [4])
        with self.assertRaisesRegex(ValueError, 'a multiple of 16'):
            self.attend(3, 3, [3], width=96, heads=4)
        with self.assertRaisesRegex(ValueError, 'at most 64'):
            self.attend(3, 3, [3], width=256, heads=2)

    def test_a_wanted_piece_that_is_none_is_refused(self):
        for piece in (-1, 5):
            with self.assertRaisesRegex(ValueError, 'from 0 to 4'):
                self.kernels.cross_entropy(torch.zeros(1, 5), torch.zeros(5), torch.tensor([piece]), 0.0, 1.0, None)

    @unittest.skipUnless(COMPILED and COMPILED.has_half_products, 'no processor for it')
    def test_16_bit_products_are_those_of_rounded_numbers(self):
        torch.manual_seed(1)
        layout = Layout(SHAPE)
        products = HalfProducts(COMPILED.library, layout)
        weights = torch.randn(layout.size)
        views = layout.views(weights)
        products.bind(views)
        products.refresh()
        rounded = lambda values: values.bfloat16().double()
        for rows in (1, 7, 8, 300):
            for name in ('encoder_l1_ffn_W1', 'Wemb'):
                matrix, bias = views[name], torch.randn(views[name].shape[1])
                inputs, d_out = torch.randn(rows, len(matrix)), torch.randn(rows, matrix.shape[1])
                expected = rounded(inputs) @ rounded(matrix)
                self.assert_near(products.times(inputs, name, bias), expected + bias)
                self.assert_near(products.times(inputs, name, bias, is_positive=True), (expected + bias).relu())
                self.assert_near(products.times_transpose(d_out, name), rounded(d_out) @ rounded(matrix).t())
                gradient = torch.ones_like(matrix)
                products.add_outer(gradient, inputs, d_out)
                self.assert_near(gradient, 1 + rounded(inputs).t() @ rounded(d_out))
        for shape in ((64, 64), (96, 320), (320, 96), (288, 544)):
            matrix = torch.randn(shape)
            expected = rounded(matrix) @ rounded(matrix).t()
            square = products.product_with_own_transpose(matrix)
            self.assert_near(square, expected)
            self.assertTrue(torch.equal(square, square.t()))
            self.assertTrue(torch.equal(products.square(square), products.product(square, square)))
        with self.assertRaisesRegex(ValueError, 'do not go together'):
            products.times(torch.randn(3, 32), 'Wemb')
        with self.assertRaisesRegex(ValueError, 'multiples of 32'):
            products.product(torch.randn(3, 40), torch.randn(40, 32))

    def assert_near(self, values, expected):
        torch.testing.assert_close(values.double(), expected, rtol=1e-4, atol=1e-3)


class OptimiserTest(unittest.TestCase):
    def test_steps_of_matrices_are_nearly_orthogonal(self):
        torch.manual_seed(1)
        for shape in ((64, 64), (64, 96), (96, 64)):
            matrix = torch.randn(shape)
            values = torch.linalg.svdvals(nearly_orthogonal(matrix, 5, SingleProducts()))
            self.assertLess(float(values.max()), 1.3)
            self.assertGreater(float(values.median()), 0.6)


class ScheduleTest(unittest.TestCase):
    def test_rates_rise_stay_and_fall_only_where_an_end_is_known(self):
        settings = {'warmupSteps': 100, 'cooldownSeconds': 600}
        self.assertEqual(rate_factor(settings, 50), 0.5)
        self.assertEqual(rate_factor(settings, 100_000), 1)
        self.assertEqual(rate_factor(settings, 100_000, 3000), 1)
        self.assertEqual(rate_factor(settings, 100_000, 150), 0.25)
        self.assertEqual(rate_factor(settings, 100_000, -1), 0)
        self.assertEqual(rate_factor({'warmupSteps': 100}, 100_000, 1), 1)

    def test_a_call_ends_at_the_first_of_its_ends(self):
        self.assertFalse(Deadline().is_over(10 ** 9, 10 ** 9))
        self.assertTrue(Deadline(max_seconds=0).is_over(0, 0))
        self.assertFalse(Deadline(max_steps=3).is_over(12, 2))
        self.assertTrue(Deadline(max_steps=3).is_over(12, 3))
        self.assertTrue(Deadline(max_steps=3, last_step=12).is_over(12, 1))

    def test_a_time_of_day_is_the_next_one(self):
        now = datetime(2026, 3, 1, 17, 0, 30)
        self.assertEqual(seconds_until('17:30', now), 29 * 60 + 30)
        self.assertEqual(seconds_until('17:00', now), 24 * 3600 - 30)
        for wrong in ('17', '25:00', '17:30:00', 'noon'):
            with self.assertRaisesRegex(ValueError, 'such as 17:30'):
                seconds_until(wrong, now)
        self.assertIsNone(seconds_of_call(None, None))
        self.assertEqual(seconds_of_call(5, '17:30'), 5)


class CarryOverTest(unittest.TestCase):
    def setUp(self):
        self.layout = Layout(SHAPE)
        self.weights = {name: value.detach() for name, value in Student(SHAPE).named_parameters()}
        self.views = self.layout.views(torch.zeros(self.layout.size))

    def test_the_same_shape_is_carried_as_a_whole(self):
        self.assertEqual(carry_over(self.weights, self.views), (len(self.views), SHAPE.pieces))
        for name, view in self.views.items():
            self.assertTrue(torch.equal(view, self.weights[name]), name)

    def test_pieces_of_another_vocabulary_go_by_their_text(self):
        before = [f'old {place}' for place in range(SHAPE.pieces + 4)]
        pieces = [f'new {place}' for place in range(SHAPE.pieces)]
        pieces[5], before[60] = 'house', 'house'
        pieces[7], before[61], before[62] = 'houseboat', 'bo', 'at'
        parts = parts_of_pieces(before, pieces)
        self.weights['Wemb'] = torch.randn(len(before), SHAPE.width)
        self.weights['decoder_ff_logit_out_b'] = torch.randn(1, len(before))
        self.assertEqual(carry_over(self.weights, self.views, parts), (len(self.views), 1))
        self.assertTrue(torch.equal(self.views['Wemb'][5], self.weights['Wemb'][60]))
        self.assertTrue(torch.equal(self.views['Wemb'][7], self.weights['Wemb'][60:63].mean(0)))
        self.assertEqual(float(self.views['Wemb'][6].abs().sum()), 0)
        self.assertEqual(self.views['decoder_ff_logit_out_b'][0, 5], self.weights['decoder_ff_logit_out_b'][0, 60])

    def test_what_does_not_fit_is_left_as_it_is(self):
        self.weights['encoder_l1_ffn_W1'] = torch.randn(64, 128)
        del self.weights['encoder_l1_ffn_b1']
        self.assertEqual(carry_over(self.weights, self.views), (len(self.views) - 2, SHAPE.pieces))
        self.assertEqual(float(self.views['encoder_l1_ffn_W1'].abs().sum()), 0)

    def test_another_size_of_vocabulary_without_its_pieces_is_refused(self):
        self.weights['Wemb'] = torch.randn(80, SHAPE.width)
        with self.assertRaisesRegex(ValueError, '--start-vocabulary'):
            carry_over(self.weights, self.views)

    def test_a_checkpoint_of_another_shape_is_refused(self):
        self.weights['Wemb'] = torch.randn(80, SHAPE.width)
        with self.assertRaisesRegex(ValueError, 'another shape of model: Wemb'):
            self.layout.fill(torch.zeros(self.layout.size), self.weights)


class PlanTest(unittest.TestCase):
    def test_micro_batches_hold_every_pair_and_little_padding(self):
        random = np.random.default_rng(1)
        lengths = random.integers(1, MAX_TOKENS + 1, (5000, 2)).astype(np.uint8)
        packed = SimpleNamespace(
            lengths=lengths, weight=np.ones(5000, np.float32), language=np.zeros(5000, np.uint8)
        )
        plan = plan_micro_batches(packed, [0], (1, 0), Prefixes([[7, 8]]), 1024, random)
        self.assertEqual(sorted(np.concatenate(plan).tolist()), list(range(5000)))
        padded = 0
        for pairs in plan:
            source, target = (lengths[pairs, 1].astype(int) + 3).max(), (lengths[pairs, 0].astype(int) + 1).max()
            self.assertLessEqual(len(pairs) * max(source, target), 1024)
            padded += len(pairs) * source
        self.assertLess(padded / (lengths[:, 1].astype(int) + 3).sum(), 1.05)


class EnvironmentTest(unittest.TestCase):
    def test_a_core_type_is_named_only_where_the_processor_has_it(self):
        avx512 = {'avx512f', 'avx512dq', 'avx512bw', 'avx512vl', 'avx512cd'}
        self.assertEqual(training_environment(avx512 | {'avx2', 'fma'})['OPENBLAS_CORETYPE'], 'SkylakeX')
        self.assertEqual(training_environment({'avx512f', 'avx2', 'fma'})['OPENBLAS_CORETYPE'], 'Haswell')
        self.assertNotIn('OPENBLAS_CORETYPE', training_environment({'sse2'}))
        self.assertTrue(has_half_products(avx512 | {'avx512_bf16'}))
        self.assertFalse(has_half_products({'avx512_bf16'}))

    def test_flags_are_read_and_may_be_missing(self):
        with tempfile.NamedTemporaryFile('w') as file:
            file.write('processor\t: 0\nflags\t\t: fpu avx2 fma\n')
            file.flush()
            self.assertEqual(processor_flags(file.name), {'fpu', 'avx2', 'fma'})
        self.assertEqual(processor_flags('/nowhere'), frozenset())


class CompilerTest(unittest.TestCase):
    def test_without_a_compiler_or_with_a_broken_one_there_are_none(self):
        reports = []
        with tempfile.TemporaryDirectory() as cache:
            self.assertIsNone(compiled_kernels(cache, reports.append, 'no-such-compiler'))
            self.assertIsNone(compiled_kernels(cache, reports.append, 'false'))
            self.assertEqual(os.listdir(cache), [])
        self.assertIn('not installed', reports[0])
        self.assertIn('do not compile', reports[1])


class SettingsTest(unittest.TestCase):
    def test_settings_are_changed_by_name(self):
        settings = {'seed': 1, 'muonRate': 0.004}
        change_settings(settings, ['seed=7', 'muonRate=1'])
        self.assertEqual(settings, {'seed': 7, 'muonRate': 1.0})
        for wrong in ('speed=7', 'seed', 'seed=fast'):
            with self.assertRaisesRegex(ValueError, wrong):
                change_settings(settings, [wrong])


if __name__ == '__main__':
    unittest.main()
