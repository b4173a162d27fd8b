"""The parts of a training step as functions PyTorch can go back through.

Gradients of weights are added where they belong at once, and never pass through autograd; what
goes back through it are the gradients of the states alone.
"""
import torch

# Rows of scores at a time: the largest tensor by far.
_SCORE_ROWS = 512


class Embed(torch.autograd.Function):
    """Rows of the embeddings, times `factor`. root: any tensor that wants a gradient."""

    @staticmethod
    def forward(context, root, pieces, embeddings, factor, gradient):
        context.save_for_backward(pieces)
        context.factor, context.gradient = factor, gradient
        return torch.nn.functional.embedding(pieces, embeddings) * factor

    @staticmethod
    def backward(context, d_out):
        (pieces,) = context.saved_tensors
        rows = d_out.reshape(-1, d_out.shape[-1])
        context.gradient.index_add_(0, pieces.reshape(-1), rows, alpha=context.factor)
        return (None,) * 5


class Multiply(torch.autograd.Function):
    """`inputs` times a matrix plus a bias, if any; with `is_positive`, what is positive of that.

    gradients: of the matrix and of the bias, to be added to.
    """

    @staticmethod
    def forward(context, inputs, products, kernels, name, bias, gradients, is_positive):
        out = products.times(inputs, name, bias, is_positive)
        context.save_for_backward(inputs, out if is_positive else None)
        context.rest = products, kernels, name, gradients
        return out

    @staticmethod
    def backward(context, d_out):
        inputs, out = context.saved_tensors
        products, kernels, name, (matrix_gradient, bias_gradient) = context.rest
        d_out = d_out.contiguous()
        if bias_gradient is not None:
            d_out = kernels.bias_back(d_out, out, bias_gradient)
        products.add_outer(matrix_gradient, inputs, d_out)
        return (products.times_transpose(d_out, name), *(None,) * 6)


class Recur(torch.autograd.Function):
    """The decoder's recurrence, from `[sentences, places, width]` to the same."""

    @staticmethod
    def forward(context, gate, inputs, kernels):
        forget, cells, out = kernels.recur(gate, inputs)
        context.save_for_backward(forget, cells, inputs)
        context.kernels = kernels
        return out

    @staticmethod
    def backward(context, d_out):
        forget, cells, inputs = context.saved_tensors
        return (*context.kernels.recur_back(d_out.contiguous(), forget, cells, inputs), None)


class Attend(torch.autograd.Function):
    """Attention; gives its output and the first head's weights `[sentences, targets, stride]`."""

    @staticmethod
    def forward(context, queries, keys, values, lengths, heads, kernels):
        out, weights = kernels.attend(queries, keys, values, lengths, heads)
        context.save_for_backward(queries, keys, values, lengths, weights)
        context.kernels = kernels
        context.set_materialize_grads(False)
        return out, weights[:, 0]

    @staticmethod
    def backward(context, d_out, d_first):
        d_first = None if d_first is None else d_first.contiguous()
        gradients = context.kernels.attend_back(*context.saved_tensors, d_out.contiguous(), d_first)
        return (*gradients, None, None, None)


class CrossEntropy(torch.autograd.Function):
    """The summed cross-entropy of hidden states, in nats.

    Makes all gradients on the way forward, of `scale` times the smoothed loss: scores are never
    kept. gradients: of the embeddings and of the bias of the scores, to be added to, or None.
    """

    @staticmethod
    def forward(context, hidden, name, bias, wanted, products, kernels, smoothing, scale, gradients):
        total = 0.0
        context.d_hidden = torch.empty_like(hidden) if gradients else None
        room = torch.empty(min(_SCORE_ROWS, len(hidden)), bias.numel())
        for start in range(0, len(hidden), _SCORE_ROWS):
            rows = slice(start, start + _SCORE_ROWS)
            states = hidden[rows]
            scores = products.times_transpose(states, name, out=room[:len(states)])
            total += kernels.cross_entropy(
                scores, bias, wanted[rows], smoothing, scale, gradients[1] if gradients else None
            )
            if gradients:
                context.d_hidden[rows] = products.times(scores, name)
                products.add_outer(gradients[0], scores, states)
        return torch.tensor(total, dtype=torch.float64)

    @staticmethod
    def backward(context, _):
        return (context.d_hidden, *(None,) * 8)
