"""The student's training step out of large products and compiled kernels: Marian's arithmetic."""
import math

import torch
import torch.nn.functional as functional

from ...model.student import LAYER_NORM_EPSILON, positions
from ..compute.functions import Attend, CrossEntropy, Embed, Multiply, Recur
from ..compute.kernels import MAX_PLACES
from .layout import EMBEDDINGS, OUTPUT_BIAS
from .objective import Sums


class FusedStudent:
    """Computes losses and gradients of `Student`, without dropout.

    States are `[sentences * places, width]`; what is computed for padding is never looked at.
    """

    def __init__(self, layout, products, kernels):
        self._layout, self.products, self._kernels = layout, products, kernels
        self._shape = layout.architecture
        self._positions = positions(torch.arange(MAX_PLACES), self._shape.width)

    def bind(self, numbers, gradient=None):
        """Takes all weights from `numbers`; gradients are added to `gradient`, where there is one."""
        self._views = self._layout.views(numbers)
        self._gradients = self._layout.views(gradient) if gradient is not None else {}
        self._norms = {}
        for name, view in self._views.items():
            if '_ln_' in name:
                leaf = view.detach()
                if gradient is not None:
                    leaf.requires_grad_(True)
                    leaf.grad = self._gradients[name]
                self._norms[name] = leaf
        # Something to go back to, since embeddings take no part in autograd.
        self._root = torch.zeros(1, requires_grad=gradient is not None)
        self.products.bind(self._views)

    def run(self, batch, objective, wants_gradient=True):
        """The losses of a `Batch` of tensors; adds the objective's gradient, if wished."""
        with torch.set_grad_enabled(wants_gradient):
            hidden, attention = self._hidden_states(batch)
            cross_entropy = self._cross_entropy(hidden, batch, objective, wants_gradient)
            alignment, links = self._alignment(attention, batch.links)
            if wants_gradient:
                total = cross_entropy
                if objective.link_scale and alignment.requires_grad:
                    total = total + alignment * objective.link_scale
                total.backward()
        return Sums(float(cross_entropy), float(alignment), len(batch.piece_places), links)

    def _hidden_states(self, batch):
        """The decoder's states `[sentences * targets, width]`, and its last layer's first head."""
        sentences = len(batch.source)
        lengths = batch.source_lengths
        states = self._embed(batch.source)
        for layer in range(1, self._shape.encoder_layers + 1):
            states, _ = self._attend(f'encoder_l{layer}_self', states, states, sentences, lengths)
            states = self._feed_forward(f'encoder_l{layer}_ffn', states)
        memory, attention = states, None
        hidden = self._embed(batch.target[:, :-1], starts_empty=True)
        for layer in range(1, self._shape.decoder_layers + 1):
            hidden = self._recur(f'decoder_l{layer}_rnn', hidden, sentences)
            context = f'decoder_l{layer}_context'
            hidden, attention = self._attend(context, hidden, memory, sentences, lengths)
            hidden = self._feed_forward(f'decoder_l{layer}_ffn', hidden)
        return hidden, attention

    def _embed(self, pieces, starts_empty=False):
        """Scaled embeddings and positions; starts_empty: nothing but the position comes first."""
        places = pieces.shape[1] + starts_empty
        if places > MAX_PLACES:
            raise ValueError(f'a sentence of {places} pieces: at most {MAX_PLACES}')
        width = self._shape.width
        vectors = Embed.apply(
            self._root, pieces, self._views[EMBEDDINGS], math.sqrt(width), self._gradients.get(EMBEDDINGS)
        )
        if starts_empty:
            vectors = functional.pad(vectors, (0, 0, 1, 0))
        return (vectors + self._positions[:places]).view(-1, width)

    def _multiply(self, inputs, matrix, bias=None, is_positive=False):
        return Multiply.apply(
            inputs, self.products, self._kernels, matrix, None if bias is None else self._views[bias][0],
            (self._gradients.get(matrix), self._gradients[bias][0] if bias in self._gradients else None),
            is_positive,
        )

    def _add_and_normalise(self, outputs, inputs, name):
        scale, bias = self._norms[f'{name}_ln_scale'][0], self._norms[f'{name}_ln_bias'][0]
        return functional.layer_norm(outputs + inputs, (self._shape.width,), scale, bias, LAYER_NORM_EPSILON)

    def _attend(self, name, states, memory, sentences, lengths):
        width = self._shape.width
        queries, keys, values = (
            self._multiply(inputs, f'{name}_W{part}', f'{name}_b{part}').view(sentences, -1, width)
            for part, inputs in (('q', states), ('k', memory), ('v', memory))
        )
        joined, first_head = Attend.apply(queries, keys, values, lengths, self._shape.heads, self._kernels)
        outputs = self._multiply(joined.view(-1, width), f'{name}_Wo', f'{name}_bo')
        return self._add_and_normalise(outputs, states, f'{name}_Wo'), first_head

    def _feed_forward(self, name, states):
        inner = self._multiply(states, f'{name}_W1', f'{name}_b1', is_positive=True)
        return self._add_and_normalise(self._multiply(inner, f'{name}_W2', f'{name}_b2'), states, f'{name}_ffn')

    def _recur(self, name, states, sentences):
        width = self._shape.width
        gate = self._multiply(states, f'{name}_Wf', f'{name}_bf').view(sentences, -1, width)
        inputs = self._multiply(states, f'{name}_W').view(sentences, -1, width)
        outputs = Recur.apply(gate, inputs, self._kernels)
        return self._add_and_normalise(outputs.view(-1, width), states, f'{name}_ffn')

    def _cross_entropy(self, hidden, batch, objective, wants_gradient):
        wanted = batch.target.reshape(-1)
        if len(batch.piece_places) < len(wanted):
            hidden = hidden.index_select(0, batch.piece_places)
            wanted = wanted.index_select(0, batch.piece_places)
        gradients = (self._gradients[EMBEDDINGS], self._gradients[OUTPUT_BIAS]) if wants_gradient else None
        return CrossEntropy.apply(
            hidden, EMBEDDINGS, self._views[OUTPUT_BIAS], wanted.contiguous(), self.products, self._kernels,
            objective.label_smoothing, objective.scale, gradients,
        )

    def _alignment(self, attention, links):
        is_linked = links >= 0
        count = int(is_linked.sum())
        if not count:
            return torch.zeros(()), 0
        given = attention.gather(2, links.clamp(min=0)[..., None])[..., 0]
        return -(torch.log(given + 1e-6) * is_linked).sum(), count
