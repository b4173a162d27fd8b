"""The student in PyTorch, with Marian's names for its parameters and its exact arithmetic."""
import math

import torch
import torch.nn.functional as functional
from torch import nn

from .recurrence import scan_recurrence

END = 0
UNKNOWN = 1
LAYER_NORM_EPSILON = 1e-6
MASKED = -99999999.0


def positions(places, width):
    """What is added to an embedding at each of `places`: `[places, width]`."""
    half = width // 2
    steps = torch.arange(half, device=places.device, dtype=torch.float32)
    rates = torch.exp(steps * -(math.log(10000.0) / (half - 1)))
    angles = places.float()[:, None] * rates[None]
    return torch.cat([angles.sin(), angles.cos()], 1)


class Student(nn.Module):
    """Transformer encoder, SSRU decoder; see `Architecture`.

    Parameters are kept under Marian's names, matrices as `[inputs, outputs]`. Dropout sits where
    Marian's `dan` has it: on embeddings, on the output of every sublayer, and inside the
    feed-forward layers.
    """

    def __init__(self, architecture, dropout=0.0):
        super().__init__()
        self.architecture = architecture
        self.dropout = dropout
        # Called with (name of the matrix, its input) before every product, where set.
        self.watch_inputs = None
        width, feed_forward = architecture.width, architecture.feed_forward
        for layer in range(1, architecture.encoder_layers + 1):
            self._add_attention(f'encoder_l{layer}_self', width)
            self._add_feed_forward(f'encoder_l{layer}_ffn', width, feed_forward)
        for layer in range(1, architecture.decoder_layers + 1):
            recurrence = f'decoder_l{layer}_rnn'
            self._add_matrix(f'{recurrence}_W', width, width)
            self._add_matrix(f'{recurrence}_Wf', width, width)
            self._add_vector(f'{recurrence}_bf', width)
            self._add_layer_norm(f'{recurrence}_ffn', width)
            self._add_attention(f'decoder_l{layer}_context', width)
            self._add_feed_forward(f'decoder_l{layer}_ffn', width, feed_forward)
        embeddings = torch.randn(architecture.pieces, width) / math.sqrt(width)
        self.register_parameter('Wemb', nn.Parameter(embeddings))
        self._add_vector('decoder_ff_logit_out_b', architecture.pieces)

    def _add_matrix(self, name, inputs, outputs):
        bound = math.sqrt(6 / (inputs + outputs))
        self.register_parameter(name, nn.Parameter(torch.empty(inputs, outputs).uniform_(-bound, bound)))

    def _add_vector(self, name, size, value=0.0):
        self.register_parameter(name, nn.Parameter(torch.full((1, size), value)))

    def _add_layer_norm(self, name, width):
        self._add_vector(f'{name}_ln_scale', width, 1.0)
        self._add_vector(f'{name}_ln_bias', width)

    def _add_attention(self, name, width):
        for part in 'qkvo':
            self._add_matrix(f'{name}_W{part}', width, width)
            self._add_vector(f'{name}_b{part}', width)
        self._add_layer_norm(f'{name}_Wo', width)

    def _add_feed_forward(self, name, width, feed_forward):
        self._add_matrix(f'{name}_W1', width, feed_forward)
        self._add_vector(f'{name}_b1', feed_forward)
        self._add_matrix(f'{name}_W2', feed_forward, width)
        self._add_vector(f'{name}_b2', width)
        self._add_layer_norm(f'{name}_ffn', width)

    def _product(self, inputs, matrix, bias=None):
        if self.watch_inputs is not None:
            self.watch_inputs(matrix, inputs)
        offset = None if bias is None else getattr(self, bias)[0]
        return functional.linear(inputs, getattr(self, matrix).t(), offset)

    def _drop(self, values):
        return functional.dropout(values, self.dropout, self.training) if self.dropout else values

    def _add_and_normalise(self, outputs, inputs, name):
        scale, bias = getattr(self, f'{name}_ln_scale')[0], getattr(self, f'{name}_ln_bias')[0]
        total = self._drop(outputs) + inputs
        return functional.layer_norm(total, (self.architecture.width,), scale, bias, LAYER_NORM_EPSILON)

    def _positions(self, length, start, like):
        return positions(torch.arange(start, start + length, device=like.device), self.architecture.width)

    def embed(self, pieces):
        """Scaled embeddings, without positions."""
        return functional.embedding(pieces, self.Wemb) * math.sqrt(self.architecture.width)

    def _attend(self, name, queries, memory, mask, wants_weights=False):
        """Returns the layer's output and, if wanted, the weights of the first head."""
        batch, length, width = queries.shape
        heads = self.architecture.heads

        def split(values):
            return values.view(batch, -1, heads, width // heads).transpose(1, 2)

        query = split(self._product(queries, f'{name}_Wq', f'{name}_bq'))
        key = split(self._product(memory, f'{name}_Wk', f'{name}_bk'))
        value = split(self._product(memory, f'{name}_Wv', f'{name}_bv'))
        weights = None
        if wants_weights or not hasattr(functional, 'scaled_dot_product_attention'):
            scores = query @ key.transpose(-1, -2) / math.sqrt(width // heads) + mask
            weights = scores.float().softmax(-1)
            attended = weights.to(value.dtype) @ value
        else:
            attended = functional.scaled_dot_product_attention(
                query, key, value, attn_mask=mask.to(query.dtype)
            )
        joined = attended.transpose(1, 2).reshape(batch, length, width)
        outputs = self._product(joined, f'{name}_Wo', f'{name}_bo')
        first_head = weights[:, 0] if wants_weights else None
        return self._add_and_normalise(outputs, queries, f'{name}_Wo'), first_head

    def _feed_forward(self, name, inputs):
        hidden = functional.relu(self._product(inputs, f'{name}_W1', f'{name}_b1'))
        outputs = self._product(self._drop(hidden), f'{name}_W2', f'{name}_b2')
        return self._add_and_normalise(outputs, inputs, f'{name}_ffn')

    def encode(self, source, lengths):
        """source: pieces `[batch, time]` with END last; returns the memory and its mask."""
        present = torch.arange(source.shape[1], device=source.device)[None] < lengths[:, None]
        mask = (~present)[:, None, None].float() * MASKED
        states = self._drop(self.embed(source) + self._positions(source.shape[1], 0, source))
        for layer in range(1, self.architecture.encoder_layers + 1):
            states, _ = self._attend(f'encoder_l{layer}_self', states, states, mask)
            states = self._feed_forward(f'encoder_l{layer}_ffn', states)
        return states, mask

    def _recur(self, name, inputs, state):
        candidates = self._product(inputs, f'{name}_W')
        forget = torch.sigmoid(self._product(inputs, f'{name}_Wf', f'{name}_bf'))
        cells = scan_recurrence(forget.float(), candidates.float(), state)
        outputs = functional.relu(cells).to(inputs.dtype)
        return self._add_and_normalise(outputs, inputs, f'{name}_ffn'), cells[:, -1]

    def initial_states(self, batch, like):
        """The decoder's cells before the first piece."""
        width = self.architecture.width
        return [torch.zeros(batch, width, device=like.device)] * self.architecture.decoder_layers

    def decode(self, history, memory, mask, states, start=0):
        """history: embeddings of the pieces so far, `[batch, time, width]`, zeros for the first.

        Returns hidden states, the new cells, and the first head's attention over the source in
        the last layer.
        """
        hidden = self._drop(history + self._positions(history.shape[1], start, history))
        new_states, attention = [], None
        last = self.architecture.decoder_layers
        for layer in range(1, last + 1):
            hidden, state = self._recur(f'decoder_l{layer}_rnn', hidden, states[layer - 1])
            new_states.append(state)
            context = f'decoder_l{layer}_context'
            hidden, attention = self._attend(context, hidden, memory, mask, wants_weights=layer == last)
            hidden = self._feed_forward(f'decoder_l{layer}_ffn', hidden)
        return hidden, new_states, attention

    def logits(self, hidden):
        """Scores of all pieces."""
        if self.watch_inputs is not None:
            self.watch_inputs('Wemb', hidden)
        return functional.linear(hidden, self.Wemb, self.decoder_ff_logit_out_b[0])

    def hidden_states(self, source, lengths, target):
        """The decoder's states for every piece of `target`, and the first head's attention."""
        memory, mask = self.encode(source, lengths)
        history = functional.pad(self.embed(target[:, :-1]), (0, 0, 1, 0))
        states = self.initial_states(len(source), memory)
        hidden, _, attention = self.decode(history, memory, mask, states)
        return hidden, attention
