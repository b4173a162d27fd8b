"""What the processes of a training share: numbers in shared memory, a barrier and a counter."""
from typing import NamedTuple

import torch

STEP, EVALUATE, END = range(3)
# Numbers a process sums up: those of `Sums`, once for training or for each set that is watched.
SUMS = 4
MAX_SETS = 2


class Order(NamedTuple):
    """What all processes do next: `kind`, and for a STEP which one.

    epoch, batch: its first micro-batch; step: its number, from 1 on; age: how many steps the
    optimisers have made with it; factor: of the rates.
    """

    kind: int
    epoch: int = 0
    batch: int = 0
    step: int = 0
    age: int = 0
    factor: float = 0.0


class SharedState:
    """Weights, their moving average, the optimisers' moments; a gradient for every process.

    Vectors are of the layout's size; of `second`, Adam's second moment, only what is behind the
    matrices is used.
    """

    def __init__(self, layout, processes, context):
        def numbers(*shape, kind=torch.float32):
            return torch.zeros(shape, dtype=kind).share_memory_()

        self.weights, self.average, self.momentum, self.second = (numbers(layout.size) for _ in range(4))
        self.gradients = [numbers(layout.size) for _ in range(processes)]
        self.sums = numbers(processes, MAX_SETS, SUMS, kind=torch.float64)
        self._order = numbers(len(Order._fields), kind=torch.float64)
        self._barrier = context.Barrier(processes)
        self._next = context.Value('q', 0)

    def wait(self):
        """Returns when all processes have come here."""
        self._barrier.wait()

    def take(self):
        """The next number, counted from 0 by all processes together since the last order."""
        with self._next.get_lock():
            self._next.value += 1
            return self._next.value - 1

    def give(self, order):
        """Says what to do next; for the first process, while the others wait."""
        self._order.copy_(torch.tensor(order, dtype=torch.float64))
        self._next.value = 0

    def order(self):
        """What is to be done, after the others were waited for."""
        *whole, factor = self._order.tolist()
        return Order(*map(int, whole), factor)
