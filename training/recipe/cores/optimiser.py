"""Muon for the matrices and Adam for everything else, shared out over the processes.

Muon (Jordan and others, 2024) makes each step of a matrix orthogonal, by Newton and Schulz's
iteration; on these models a step of it learns about as much as two of Adam.
"""
import math

import torch

MUON_MOMENTUM = 0.95
# It begins lower, while gradients still change their minds.
_MUON_FIRST_MOMENTUM, _MUON_RISE_STEPS = 0.85, 300
ADAM_DECAYS = (0.9, 0.98)
ADAM_EPSILON = 1e-9
# A step of a matrix has this root mean square for each unit of the rate, as Adam's about has.
_MUON_SCALE = 0.2
# Coefficients of the iteration: steep at zero, and between 0.7 and 1.2 from there on.
_COEFFICIENTS = (3.4445, -4.7750, 2.0315)


def nearly_orthogonal(matrix, iterations, products):
    """A matrix with the directions of this one and singular values near 1."""
    is_tall = matrix.shape[0] > matrix.shape[1]
    x = matrix.t().contiguous() if is_tall else matrix
    x = x / (x.norm() + 1e-7)
    first, third, fifth = _COEFFICIENTS
    for _ in range(iterations):
        square = products.product_with_own_transpose(x)
        polynomial = products.square(square).mul_(fifth).add_(square, alpha=third)
        x = products.product(polynomial, x).add_(x, alpha=first)
    return x.t() if is_tall else x


class Optimiser:
    """One process's share of the update: some matrices, and a stretch of the other weights."""

    def __init__(self, layout, state, settings, products, kernels, part, parts):
        self._state, self._settings = state, settings
        self._products, self._kernels = products, kernels
        self._weights, self._momentum = layout.views(state.weights), layout.views(state.momentum)
        self._gradients = [layout.views(gradient) for gradient in state.gradients]
        self._matrices = _share_of(layout.matrices, part, parts)
        rest = layout.size - layout.matrices_end
        ends = [layout.matrices_end + rest * end // parts for end in (part, part + 1)]
        self._stretch = slice(*ends)

    def step(self, number, factor):
        """Updates this share. number: of the step, from 1 on; factor: of the rates."""
        self._step_others(number, self._settings['adamRate'] * factor)
        for entry in self._matrices:
            self._step_matrix(entry, number, self._settings['muonRate'] * factor)

    def _step_matrix(self, entry, number, rate):
        gradient = _sum([views[entry.name] for views in self._gradients])
        share = min(1.0, number / _MUON_RISE_STEPS)
        decay = _MUON_FIRST_MOMENTUM + (MUON_MOMENTUM - _MUON_FIRST_MOMENTUM) * share
        momentum = self._momentum[entry.name]
        momentum.lerp_(gradient, 1 - decay)
        ahead = torch.lerp(gradient, momentum, decay)
        step = nearly_orthogonal(ahead, self._settings['newtonSchulzIterations'], self._products)
        self._weights[entry.name].add_(step, alpha=-rate * _MUON_SCALE * math.sqrt(max(entry.shape)))

    def _step_others(self, number, rate):
        state, stretch = self._state, self._stretch
        gradient = _sum([gradient[stretch] for gradient in state.gradients])
        weights, first, second = state.weights[stretch], state.momentum[stretch], state.second[stretch]
        first_decay, second_decay = ADAM_DECAYS
        rate /= 1 - first_decay ** number
        second_factor = 1 / (1 - second_decay ** number)
        if self._kernels is not None:
            self._kernels.adam(weights, gradient, first, second, rate, ADAM_DECAYS, second_factor, ADAM_EPSILON)
            return
        first.lerp_(gradient, 1 - first_decay)
        second.mul_(second_decay).addcmul_(gradient, gradient, value=1 - second_decay)
        weights.addcdiv_(first, (second * second_factor).sqrt_().add_(ADAM_EPSILON), value=-rate)


def _share_of(matrices, part, parts):
    """This process's matrices, so that all have about the same work."""
    loads, mine = [0] * parts, []
    for entry in sorted(matrices, key=_work, reverse=True):
        lightest = loads.index(min(loads))
        loads[lightest] += _work(entry)
        if lightest == part:
            mine.append(entry)
    return mine


def _work(entry):
    """Multiplications of an iteration."""
    shorter, longer = sorted(entry.shape)
    return shorter * shorter * (2 * longer + shorter)


def _sum(tensors):
    total = tensors[0] if len(tensors) == 1 else tensors[0] + tensors[1]
    for tensor in tensors[2:]:
        total += tensor
    return total
