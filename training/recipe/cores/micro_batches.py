"""The micro-batches of each epoch: their order, and their making."""
import numpy as np
import torch

from ..config import FROM_ENGLISH
from ..data.batches import Batch, shown_pairs


def plan_micro_batches(packed, languages, columns, prefixes, tokens, random):
    """The pairs of each micro-batch of one epoch, in order.

    Sentences of equal source length and of near target length go together, so that almost nothing
    is padding. columns: of `packed.lengths`, source and target; prefixes: `Prefixes`; tokens: padded tokens of the longer
    side of a micro-batch.
    """
    order = shown_pairs(packed, languages, random)
    lengths = packed.lengths[order].astype(np.int64)[:, list(columns)] + 1
    lengths[:, 0] += prefixes.lengths(packed, order)
    sorting = np.lexsort((lengths[:, 1], lengths[:, 0]))
    order, longest = order[sorting], lengths[sorting].max(axis=1)
    plan, start = [], 0
    while start < len(order):
        padded = np.maximum.accumulate(longest[start:start + tokens])
        size = int(np.searchsorted(padded * np.arange(1, len(padded) + 1), tokens, side='right'))
        plan.append(order[start:start + max(1, size)])
        start += max(1, size)
    random.shuffle(plan)
    return plan


class MicroBatches:
    """The micro-batches of one model, by epoch and number: the same ones for the same seed."""

    def __init__(self, packed, builder, config, prefixes):
        self._packed, self._builder = packed, builder
        self._languages = [config.data.languages.index(language) for language in config.languages]
        self._columns = (0, 1) if config.direction == FROM_ENGLISH else (1, 0)
        self._prefixes = prefixes
        self._seed, self._tokens = config.training['seed'], config.training['microTokens']
        self._epoch = self._plan = None

    def count(self, epoch):
        """How many there are in an epoch. Raises ValueError where there are none."""
        if self._epoch != epoch:
            random = np.random.default_rng([self._seed, epoch])
            self._plan = plan_micro_batches(
                self._packed, self._languages, self._columns, self._prefixes, self._tokens, random
            )
            self._epoch = epoch
        if not self._plan:
            raise ValueError('there are no pairs to train on')
        return len(self._plan)

    def place(self, epoch, number):
        """The epoch and the number in it, where `number` may count on beyond the epoch's end."""
        while number >= self.count(epoch):
            number -= self.count(epoch)
            epoch += 1
        return epoch, number

    def batch(self, epoch, number):
        """One of them, as tensors."""
        epoch, number = self.place(epoch, number)
        return as_tensors(self._builder.build(self._plan[number], np.random.default_rng([self._seed, epoch, number])))

    def first(self, count):
        """The first few of epoch 0, for looking at a model with."""
        return [self.batch(0, number) for number in range(min(count, self.count(0)))]


def as_tensors(batch):
    """A batch of arrays as one of tensors."""
    return Batch(*(torch.from_numpy(np.ascontiguousarray(values)) for values in batch))
