"""The compiled kernels as functions on tensors, which are checked before any memory is touched."""
import ctypes

import torch

# As in kernels/attention.cpp.
MAX_PLACES = 256
MAX_HEAD_WIDTH = 64
LANES = 16

_POINTER, _COUNT, _NUMBER = ctypes.c_void_p, ctypes.c_int64, ctypes.c_float


class Kernels:
    """Functions of `library`, as `compiled_kernels` gives it. Tensors are 32-bit and contiguous."""

    def __init__(self, library):
        self._forward = declare(library.attention_forward, [_POINTER] * 6 + [_COUNT] * 5)
        self._backward = declare(library.attention_backward, [_POINTER] * 10 + [_COUNT] * 5)
        self._recur = declare(library.recurrence_forward, [_POINTER] * 5 + [_COUNT] * 3)
        self._recur_back = declare(library.recurrence_backward, [_POINTER] * 6 + [_COUNT] * 3)
        self._cross_entropy = declare(
            library.cross_entropy, [_POINTER] * 3 + [_COUNT] * 2 + [_NUMBER] * 2 + [_POINTER], ctypes.c_double
        )
        self._bias = declare(library.bias_backward, [_POINTER] * 4 + [_COUNT] * 2)
        self._adam = declare(library.adam, [_POINTER] * 4 + [_COUNT] + [_NUMBER] * 5)

    def attend(self, queries, keys, values, lengths, heads):
        """Attention over `[sentences, places, width]`; returns its output and the weights.

        Weights are `[sentences, heads, targets, stride]`, sources padded to a multiple of 16.
        Raises ValueError for sentences longer than MAX_PLACES, and for heads of a width that is no
        multiple of 16 or above MAX_HEAD_WIDTH.
        """
        sentences, targets, width = queries.shape
        sources = keys.shape[1]
        if max(targets, sources) > MAX_PLACES:
            raise ValueError(f'a sentence of {max(targets, sources)} pieces: at most {MAX_PLACES}')
        if width % heads or width // heads % LANES or width // heads > MAX_HEAD_WIDTH:
            raise ValueError(f'a head of {width / heads:g} numbers: a multiple of {LANES}, at most {MAX_HEAD_WIDTH}')
        if len(lengths) != sentences or int(lengths.min()) < 1 or int(lengths.max()) > sources:
            raise ValueError(f'lengths must be from 1 to {sources}, one for every sentence')
        weights = torch.empty(sentences, heads, targets, -(-sources // LANES) * LANES)
        out = torch.empty_like(queries)
        shape = (sentences, heads, targets, sources, width)
        self._forward(*_addresses(queries, keys, values), address(lengths, torch.int64), *_addresses(weights, out), *shape)
        return out, weights

    def attend_back(self, queries, keys, values, lengths, weights, d_out, d_first):
        """Gradients of queries, keys and values. d_first: that of the first head's weights, or None."""
        sentences, heads, targets, _ = weights.shape
        gradients = [torch.empty_like(part) for part in (queries, keys, values)]
        self._backward(
            *_addresses(queries, keys, values), address(lengths, torch.int64), *_addresses(weights, d_out),
            None if d_first is None else address(d_first), *_addresses(*gradients),
            sentences, heads, targets, keys.shape[1], queries.shape[2],
        )
        return gradients

    def recur(self, gate, inputs):
        """The recurrence over `[sentences, places, width]`: `(forget, cells, output)`."""
        results = [torch.empty_like(gate) for _ in range(3)]
        self._recur(*_addresses(gate, inputs, *results), *gate.shape)
        return results

    def recur_back(self, d_out, forget, cells, inputs):
        """Gradients of the gate and of the inputs."""
        gradients = [torch.empty_like(forget) for _ in range(2)]
        self._recur_back(*_addresses(d_out, forget, cells, inputs, *gradients), *forget.shape)
        return gradients

    def cross_entropy(self, scores, bias, wanted, smoothing, scale, d_bias):
        """The summed cross-entropy of `scores [rows, pieces]`; see kernels/cross_entropy.cpp.

        Raises ValueError where a wanted piece is none.
        """
        rows, pieces = scores.shape
        if len(wanted) != rows or rows and (int(wanted.min()) < 0 or int(wanted.max()) >= pieces):
            raise ValueError(f'wanted pieces must be from 0 to {pieces - 1}, one for every row')
        return self._cross_entropy(
            *_addresses(scores, bias), address(wanted, torch.int64), rows, pieces, smoothing, scale,
            None if d_bias is None else address(d_bias),
        )

    def bias_back(self, d_out, out, d_bias):
        """Adds the gradient of a bias; returns that of what it was added to.

        out: the result `[rows, columns]` where only what was positive was kept, or None.
        """
        if d_bias.numel() != d_out.shape[1] or out is not None and out.shape != d_out.shape:
            raise ValueError('the sizes of the gradients and of the result do not go together')
        d_in = d_out if out is None else torch.empty_like(d_out)
        self._bias(
            address(d_out), None if out is None else address(out), address(d_in), address(d_bias), *d_out.shape
        )
        return d_in

    def adam(self, weights, gradient, first, second, rate, decays, second_factor, epsilon):
        """One step of Adam, in place."""
        sizes = {part.numel() for part in (weights, gradient, first, second)}
        if len(sizes) != 1:
            raise ValueError('weights, gradient and moments must be of one size')
        self._adam(*_addresses(weights, gradient, first, second), weights.numel(), rate, *decays, second_factor, epsilon)


def declare(function, arguments, result=None):
    """Tells ctypes what a function takes and gives."""
    function.argtypes, function.restype = arguments, result
    return function


def address(tensor, kind=torch.float32):
    """Where the numbers of a tensor begin. Raises ValueError where they are not as the kernels want them."""
    if tensor.dtype != kind or not tensor.is_contiguous():
        raise ValueError(f'a contiguous tensor of {kind} is wanted, not {tensor.dtype} of strides {tensor.stride()}')
    return tensor.data_ptr()


def _addresses(*tensors):
    return [address(tensor) for tensor in tensors]
