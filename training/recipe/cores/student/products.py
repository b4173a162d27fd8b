"""Products with the weights, and the sums of their gradients: in 32 bits, or in 16 with sums in 32."""
import ctypes

import torch

from ..compute.kernels import address, declare
from .layout import EMBEDDINGS

# Sizes of matrices the 16-bit products can do are multiples of this.
_PANEL = 32
_POINTER, _COUNT = ctypes.c_void_p, ctypes.c_int64


class SingleProducts:
    """Products of 32-bit numbers, by PyTorch. `bind` says which weights they are with."""

    def bind(self, views):
        """views: the weights by name, which may change later; `refresh` says that they did."""
        self._views = views

    def refresh(self, part=0, parts=1):
        """Takes up changed weights. Of several processes each calls this with its own part."""

    def times(self, inputs, name, bias=None, is_positive=False):
        """`inputs [rows, depth]` times the matrix, plus bias; only what is positive of it if wished."""
        matrix = self._views[name]
        out = torch.mm(inputs, matrix) if bias is None else torch.addmm(bias, inputs, matrix)
        return out.relu_() if is_positive else out

    def times_transpose(self, inputs, name, out=None):
        """`inputs` times the transpose of the matrix."""
        return torch.mm(inputs, self._views[name].t(), out=out)

    def add_outer(self, gradient, inputs, d_out):
        """Adds the transpose of `inputs` times `d_out` to a gradient."""
        gradient.addmm_(inputs.t(), d_out)

    def product(self, left, right):
        """The product of two matrices."""
        return torch.mm(left, right)

    def square(self, matrix):
        """A symmetric matrix times itself."""
        return torch.mm(matrix, matrix)

    def product_with_own_transpose(self, matrix):
        """A matrix times its transpose."""
        return torch.mm(matrix, matrix.t())


class HalfProducts(SingleProducts):
    """Products of numbers rounded to 16 bits (bfloat16), by kernels/half_products.cpp.

    The weights are kept in the layout those want, both ways round, in memory the processes share.
    """

    def __init__(self, library, layout):
        self._pack_matrix = declare(library.pack_matrix, [_POINTER, _COUNT, _COUNT, _POINTER])
        self._pack_transpose = declare(library.pack_transpose, [_POINTER, _COUNT, _COUNT, _POINTER])
        self._multiply = declare(library.half_product, [_POINTER] * 4 + [_COUNT] * 3 + [ctypes.c_int] * 2)
        self._outer = declare(library.half_outer, [_POINTER] * 3 + [_COUNT] * 3)
        self._packed = {
            entry.name: tuple(_room(*entry.shape).share_memory_() for _ in range(2))
            for entry in layout.entries
            if entry.is_matrix or entry.name == EMBEDDINGS
        }

    @staticmethod
    def fits(layout):
        """Whether all matrices of a model have sizes these products can do."""
        return all(
            size % _PANEL == 0
            for entry in layout.entries
            if entry.is_matrix or entry.name == EMBEDDINGS
            for size in entry.shape
        )

    def refresh(self, part=0, parts=1):
        jobs = [(name, way) for name in self._packed for way in range(2)]
        for name, way in jobs[part::parts]:
            matrix, packed = self._views[name], self._packed[name][way]
            depth, columns = matrix.shape
            if way == 0:
                self._pack_matrix(address(matrix), depth, columns, packed.data_ptr())
            else:
                self._pack_transpose(address(matrix), columns, depth, packed.data_ptr())

    def times(self, inputs, name, bias=None, is_positive=False):
        return self._times_packed(inputs, self._packed[name][0], self._views[name].shape, bias, is_positive)

    def times_transpose(self, inputs, name, out=None):
        return self._times_packed(inputs, self._packed[name][1], self._views[name].shape[::-1], out=out)

    def add_outer(self, gradient, inputs, d_out):
        if gradient.shape != (inputs.shape[1], d_out.shape[1]) or len(inputs) != len(d_out):
            raise ValueError('the sizes of the factors and of the gradient do not go together')
        _check(*gradient.shape)
        self._outer(address(inputs), address(d_out), address(gradient), len(inputs), *gradient.shape)

    def product(self, left, right):
        return self._times_packed(left, self._pack(right), right.shape)

    def square(self, matrix):
        return self._times_packed(matrix, self._pack(matrix), matrix.shape, is_symmetric=True)

    def product_with_own_transpose(self, matrix):
        columns, depth = matrix.shape
        packed = _room(depth, columns)
        self._pack_transpose(address(matrix), depth, columns, packed.data_ptr())
        return self._times_packed(matrix, packed, (depth, columns), is_symmetric=True)

    def _pack(self, matrix):
        packed = _room(*matrix.shape)
        self._pack_matrix(address(matrix), *matrix.shape, packed.data_ptr())
        return packed

    def _times_packed(self, inputs, packed, shape, bias=None, is_positive=False, is_symmetric=False, out=None):
        depth, columns = shape
        _check(depth, columns)
        if out is None:
            out = torch.empty(len(inputs), columns)
        if inputs.shape[1] != depth or out.shape != (len(inputs), columns) or bias is not None and bias.numel() != columns:
            raise ValueError('the sizes of the factors, of the bias and of the result do not go together')
        self._multiply(
            address(inputs), packed.data_ptr(), None if bias is None else address(bias), address(out),
            len(inputs), depth, columns, int(is_positive), int(is_symmetric),
        )
        return out


def _check(*sizes):
    if any(size % _PANEL for size in sizes):
        raise ValueError(f'a matrix of {" by ".join(map(str, sizes))}: multiples of {_PANEL} are wanted')


def _room(depth, columns):
    _check(depth, columns)
    return torch.zeros(depth * columns // 2, dtype=torch.int32)

