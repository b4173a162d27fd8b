"""The first process of a training: it gives the orders, reports, and saves."""
import time

from .student.objective import Sums
from .progress import Tally
from .schedule import rate_factor
from .shared import END, EVALUATE, STEP, Order


class Leader:
    """Leads the processes through one call of the training.

    prepared: what they work with; worker: this process's own; progress: changed as training goes;
    log: a ProgressLog; save: called with no argument for a checkpoint, and with `before_cooldown`
    before the rates begin to fall.
    """

    def __init__(self, prepared, worker, progress, log, save):
        self._settings, self._state, self._watched = prepared.config.training, prepared.state, prepared.watched
        self._batches = prepared.batches
        self._worker, self._progress, self._log, self._save = worker, progress, log, save
        self._is_ended = False
        self._tally, self._factor = Tally(), 1.0

    def end(self):
        """Ends the call after the step it is at."""
        self._is_ended = True

    def run(self, deadline):
        """Trains until the deadline or `end`, then saves and dismisses the processes."""
        progress, settings = self._progress, self._settings
        first_step, seconds_before, started = progress['step'], progress['seconds'], time.monotonic()
        reports, evaluations, checkpoints = (
            _Clock(settings[name]) for name in ('reportSeconds', 'evaluateSeconds', 'checkpointSeconds')
        )
        while not self._is_ended and not deadline.is_over(progress['step'], progress['step'] - first_step):
            self._follow_schedule(deadline.seconds_left())
            self._step()
            progress['seconds'] = seconds_before + time.monotonic() - started
            if reports.is_due():
                self._report(evaluations.is_due(), deadline.seconds_left())
            if checkpoints.is_due():
                self._save()
        if progress['step'] > first_step:
            self._report(True, deadline.seconds_left())
        self._save()
        self._give(Order(END))

    def _follow_schedule(self, seconds_left):
        progress, settings = self._progress, self._settings
        cooldown = settings.get('cooldownSeconds', 0)
        if seconds_left is not None and seconds_left < cooldown and not progress['isCoolingDown']:
            self._save(before_cooldown=True)
            progress['isCoolingDown'] = True
        self._factor = rate_factor(settings, progress['step'] + 1 - progress['warmSince'], seconds_left)

    def _step(self):
        progress = self._progress
        step = progress['step'] + 1
        age = step - progress['optimiserSince']
        self._give(Order(STEP, progress['epoch'], progress['batch'], step, age, self._factor))
        sums = self._sums(0)
        self._tally.add(sums)
        progress['step'] = step
        progress['pieces'] += int(sums.pieces)
        progress['epoch'], progress['batch'] = self._batches.place(
            progress['epoch'], progress['batch'] + self._settings['stepMicroBatches']
        )

    def _report(self, with_losses, seconds_left):
        progress = self._progress
        row = {
            'step': progress['step'],
            'epoch': round(progress['epoch'] + progress['batch'] / self._batches.count(progress['epoch']), 3),
            'pieces': progress['pieces'],
            'seconds': round(progress['seconds'], 1),
            'rateFactor': round(self._factor, 4),
            **self._tally.row(),
        }
        if with_losses:
            row |= self._held_out_losses()
        self._log.write(row, seconds_left)
        self._tally = Tally()

    def _held_out_losses(self):
        """Cross-entropy per piece of the sets that are watched, by the moving average of the weights."""
        self._give(Order(EVALUATE))
        sums = {name: self._sums(place) for place, name in enumerate(self._watched)}
        return {name: round(value.cross_entropy / value.pieces, 4) for name, value in sums.items()}

    def _give(self, order):
        self._state.give(order)
        self._worker.obey()

    def _sums(self, place):
        return Sums(*self._state.sums[:, place].sum(0).tolist())


class _Clock:
    """Says every so many seconds that something is due."""

    def __init__(self, seconds):
        self._seconds, self._last = seconds, time.monotonic()

    def is_due(self):
        is_due = time.monotonic() - self._last >= self._seconds
        if is_due:
            self._last = time.monotonic()
        return is_due
