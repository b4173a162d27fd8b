"""Batches made ahead of time, in a thread beside the training."""
import queue
import threading

import numpy as np

from ..data.batches import plan_epoch

AHEAD = 16


class BatchFeeder:
    """Endless batches from a place in an epoch on; the same ones for the same seed.

    `with` ends the thread.
    """

    def __init__(self, packed, builder, languages, batch_tokens, seed, epoch=0, batch=0):
        self._work = (packed, builder, languages, batch_tokens, seed, epoch, batch)
        self._queue = queue.Queue(AHEAD)
        self._is_closed = threading.Event()
        self._thread = threading.Thread(target=self._fill, daemon=True)

    def __enter__(self):
        self._thread.start()
        return self

    def __exit__(self, *_):
        self._is_closed.set()
        while not self._queue.empty():
            self._queue.get_nowait()
        self._thread.join(10)

    def next(self):
        """The next batch, with where to go on after it: `(batch, epoch, number)`."""
        item = self._queue.get()
        if isinstance(item, BaseException):
            raise item
        return item

    def _fill(self):
        try:
            self._produce(*self._work)
        except BaseException as error:  # handed on to the thread that waits
            self._put(error)

    def _produce(self, packed, builder, languages, batch_tokens, seed, epoch, first):
        while not self._is_closed.is_set():
            plan = plan_epoch(packed, languages, batch_tokens, np.random.default_rng([seed, epoch]))
            if not plan:
                raise ValueError('there are no pairs to train on')
            for number in range(first, len(plan)):
                random = np.random.default_rng([seed, epoch, number])
                if not self._put((builder.build(plan[number], random), epoch, number + 1)):
                    return
            epoch, first = epoch + 1, 0

    def _put(self, item):
        while not self._is_closed.is_set():
            try:
                self._queue.put(item, timeout=0.5)
                return True
            except queue.Full:
                continue
        return False
