"""The fast step computes what PyTorch's autograd computes, from the recipe's own student."""
import os
import unittest

import torch

from recipe.cores.compute.compiler import compiled_kernels
from recipe.cores.student.fused_student import FusedStudent
from recipe.cores.compute.kernels import Kernels
from recipe.cores.student.layout import Layout
from recipe.cores.student.objective import Objective
from recipe.cores.student.plain_student import PlainStudent
from recipe.cores.student.products import HalfProducts, SingleProducts
from recipe.data.batches import Batch
from recipe.learn.loss import loss_parts
from recipe.model.architecture import Architecture
from recipe.model.student import END, Student

WORK = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), 'work', 'kernels')
SHAPE = Architecture(pieces=96, encoder_layers=2, decoder_layers=2, width=64, feed_forward=96, heads=4)
OBJECTIVE = Objective(label_smoothing=0.1, scale=1 / 40, link_scale=0.02)
COMPILED = compiled_kernels(WORK)


def random_batch(sentences=5, longest=37, seed=3):
    """Sentences of different lengths on both sides, some of their pieces linked."""
    torch.manual_seed(seed)
    source_lengths = torch.randint(2, longest, (sentences,))
    target_lengths = torch.randint(2, longest, (sentences,))
    source = torch.randint(1, SHAPE.pieces, (sentences, int(source_lengths.max())))
    target = torch.randint(1, SHAPE.pieces, (sentences, int(target_lengths.max())))
    links = (torch.rand(target.shape) * source_lengths[:, None]).long()
    links[torch.rand(links.shape) < 0.5] = -1
    is_piece = torch.arange(target.shape[1]) < target_lengths[:, None]
    for row in range(sentences):
        source[row, source_lengths[row] - 1:] = END
        target[row, target_lengths[row] - 1:] = END
    links[~is_piece] = -1
    return Batch(source, source_lengths, target, target_lengths, is_piece.flatten().nonzero()[:, 0], links)


def random_weights(layout, seed=1):
    """Weights away from their regular beginnings: biases and scales are random too."""
    torch.manual_seed(seed)
    weights = torch.zeros(layout.size)
    layout.fill(weights, Student(SHAPE).state_dict())
    for entry in layout.entries:
        if not entry.is_matrix:
            layout.views(weights)[entry.name].add_(torch.randn(entry.shape) * 0.1)
    return weights


def reference(layout, weights, batch):
    """Sums and gradients by autograd in 64 bits."""
    student = Student(SHAPE).double()
    student.load_state_dict({name: value.double() for name, value in layout.views(weights).items()})
    previous = torch.get_default_dtype()
    torch.set_default_dtype(torch.float64)
    try:
        parts = loss_parts(student, batch, OBJECTIVE.label_smoothing)
        (parts.smoothed * OBJECTIVE.scale + parts.alignment * OBJECTIVE.link_scale).backward()
    finally:
        torch.set_default_dtype(previous)
    return parts, {name: value.grad for name, value in student.named_parameters()}


class GradientTest(unittest.TestCase):
    def setUp(self):
        self.layout = Layout(SHAPE)
        self.weights = random_weights(self.layout)
        self.batch = random_batch()
        self.parts, self.expected = reference(self.layout, self.weights, self.batch)

    def gradient_of(self, student):
        gradient = torch.zeros(self.layout.size)
        student.bind(self.weights, gradient)
        student.products.refresh()
        sums = student.run(self.batch, OBJECTIVE)
        return sums, self.layout.views(gradient)

    def assert_close(self, student, loss_tolerance, gradient_tolerance, whole_tolerance):
        """Tolerances are relative; `whole` is that of the whole gradient as one vector."""
        sums, gradients = self.gradient_of(student)
        self.assertEqual((sums.pieces, sums.links), (self.parts.pieces, int(self.parts.links)))
        for name in ('cross_entropy', 'alignment'):
            expected = float(getattr(self.parts, name))
            self.assertLess(abs(getattr(sums, name) - expected), loss_tolerance * abs(expected), name)
        difference = total = 0.0
        for name, expected in self.expected.items():
            error = float((gradients[name].double() - expected).norm())
            difference, total = difference + error ** 2, total + float(expected.norm()) ** 2
            # A bias of keys moves all scores alike: its true gradient is zero.
            if not name.endswith('_bk'):
                self.assertLess(error, gradient_tolerance * float(expected.norm()), name)
        self.assertLess((difference / total) ** 0.5, whole_tolerance)

    @unittest.skipUnless(COMPILED, 'no compiler')
    def test_32_bits(self):
        student = FusedStudent(self.layout, SingleProducts(), Kernels(COMPILED.library))
        self.assert_close(student, 1e-6, 1e-4, 1e-5)

    @unittest.skipUnless(COMPILED and COMPILED.has_half_products, 'no processor for it')
    def test_16_bits(self):
        student = FusedStudent(self.layout, HalfProducts(COMPILED.library, self.layout), Kernels(COMPILED.library))
        self.assert_close(student, 2e-3, 0.08, 0.04)

    def test_without_a_compiler(self):
        self.assert_close(PlainStudent(self.layout, SingleProducts()), 1e-6, 1e-4, 1e-5)


if __name__ == '__main__':
    unittest.main()
