"""One process of a training: it takes micro-batches, and updates its share of the weights."""
import torch

from .student.objective import Sums, objective_of
from .optimiser import Optimiser
from .shared import END, STEP

# The moving average takes a share of the weights every so many steps.
AVERAGE_STEPS = 10


class Worker:
    """Does what the shared state orders, together with the other processes.

    student: a FusedStudent or a PlainStudent; batches: the MicroBatches of training; sets: lists of
    batches to watch the model with.
    """

    def __init__(self, config, layout, state, student, kernels, batches, sets, part, parts):
        self._settings, self._state, self._student = config.training, state, student
        self._batches, self._sets = batches, sets
        self._part, self._parts = part, parts
        self._objective = objective_of(config.training, config.data.packing['alignEvery'])
        self._gradient = state.gradients[part]
        self._optimiser = Optimiser(layout, state, config.training, student.products, kernels, part, parts)
        self._share = slice(*(layout.size * end // parts for end in (part, part + 1)))

    def begin(self):
        """Takes up the weights as they are."""
        torch.set_num_threads(1)
        torch.set_flush_denormal(True)
        self._student.bind(self._state.weights, self._gradient)
        self._student.products.refresh(self._part, self._parts)

    def obey(self):
        """Carries out the next order; returns False after the last."""
        self._state.wait()
        order = self._state.order()
        if order.kind == END:
            return False
        if order.kind == STEP:
            self._step(order)
        else:
            self._evaluate()
        return True

    def _step(self, order):
        self._gradient.zero_()
        sums = torch.zeros(len(Sums._fields), dtype=torch.float64)
        while (number := self._state.take()) < self._settings['stepMicroBatches']:
            batch = self._batches.batch(order.epoch, order.batch + number)
            sums += torch.tensor(self._student.run(batch, self._objective), dtype=torch.float64)
        self._state.sums[self._part, 0] = sums
        self._state.wait()
        self._optimiser.step(order.age, order.factor)
        if order.step % AVERAGE_STEPS == 0:
            share = max(self._settings['averageShare'], AVERAGE_STEPS / (order.age + AVERAGE_STEPS))
            self._state.average[self._share].lerp_(self._state.weights[self._share], share)
        self._state.wait()
        self._student.products.refresh(self._part, self._parts)

    def _evaluate(self):
        """Sums up the losses of the moving average over each set."""
        student, state = self._student, self._state
        student.bind(state.average)
        student.products.refresh(self._part, self._parts)
        state.wait()
        for place, batches in enumerate(self._sets):
            rows = [student.run(batch, self._objective, False) for batch in batches[self._part::self._parts]]
            state.sums[self._part, place] = torch.tensor([Sums(0, 0, 0, 0), *rows], dtype=torch.float64).sum(0)
        state.wait()
        student.bind(state.weights, self._gradient)
        student.products.refresh(self._part, self._parts)
