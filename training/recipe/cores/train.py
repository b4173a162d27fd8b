"""Training on the cores of a processor: where it begins, where it goes on, what it keeps."""
import os

import torch

from ..learn.checkpoint import NEWEST
from ..model.student import Student
from .carry_over import carry_over, parts_between, weights_of_file
from .checkpoint import BEFORE_COOLDOWN, load_state, save_state
from .student.layout import EMBEDDINGS
from .leader import Leader
from .prepare import prepare
from .processes import ended_by_signals, followers
from .progress import ProgressLog

_BEGINNING = {
    'step': 0, 'epoch': 0, 'batch': 0, 'pieces': 0, 'seconds': 0.0,
    # The steps at which the rates, and the optimisers' moments, began to rise from nothing.
    'warmSince': 0, 'optimiserSince': 0, 'isCoolingDown': False,
}


class CoresTrainer:
    """Trains one model, or goes on with it where a checkpoint is.

    Checkpoints and `log.jsonl` go to `folder`; the rest as for `prepare`.
    """

    def __init__(self, config, data_folder, folder, cache, report=print, **options):
        self._config, self._data_folder, self._folder, self._report = config, data_folder, folder, report
        torch.set_num_threads(1)
        self._prepared = prepare(config, data_folder, cache, report=report, **options)
        self._layout, self._state = self._prepared.layout, self._prepared.state
        self._path = os.path.join(folder, NEWEST)
        saved = load_state(self._path, self._layout, self._state)
        self.is_new = saved is None
        if self.is_new:
            self._begin()
        else:
            self._progress = self._taken_up(saved)

    def _begin(self):
        torch.manual_seed(self._config.training['seed'])
        self._layout.fill(self._state.weights, Student(self._config.architecture).state_dict())
        self._state.average.copy_(self._state.weights)
        self._progress = {**_BEGINNING, **self._units()}

    def _units(self):
        """What the position in an epoch is counted by; a position in others means nothing."""
        return {name: self._config.training[name] for name in ('seed', 'microTokens')}

    def _taken_up(self, saved):
        """The progress to go on from: warmed up anew where rates were brought to nothing."""
        progress = {**_BEGINNING, **saved, **self._units()}
        if any(saved.get(name) != value for name, value in self._units().items()):
            progress.update(epoch=progress['epoch'] + 1, batch=0)
        if progress['isCoolingDown']:
            progress.update(warmSince=progress['step'], isCoolingDown=False)
        return progress

    def start_with(self, path, vocabulary=None):
        """Begins with what fits of another model's weights; see `carry_over`.

        vocabulary: the other model's, where it is not the same. Raises ValueError where this model
        has been trained already.
        """
        if not self.is_new:
            raise ValueError(f'{self._path} is there already: move it away to start with {path}')
        parts = None
        if vocabulary is not None:
            parts = parts_between(vocabulary, os.path.join(self._data_folder, 'vocabulary.spm'))
        views = self._layout.views(self._state.weights)
        weights, pieces = carry_over(weights_of_file(path), views, parts)
        self._state.average.copy_(self._state.weights)
        self._report(f'{path}: {weights} of {len(views)} weights fit, {pieces} of {len(views[EMBEDDINGS])} pieces')

    def run(self, deadline):
        """Trains until the deadline, or until SIGTERM or SIGINT; a checkpoint is written at the end."""
        workers = [self._prepared.worker(part) for part in range(self._prepared.cores)]
        log = ProgressLog(os.path.join(self._folder, 'log.jsonl'), self._report)
        leader = Leader(self._prepared, workers[0], self._progress, log, self._save)
        with ended_by_signals(leader.end), followers(self._prepared.context, workers[1:]):
            workers[0].begin()
            leader.run(deadline)

    def _save(self, before_cooldown=False):
        path = os.path.join(self._folder, BEFORE_COOLDOWN if before_cooldown else NEWEST)
        save_state(path, self._layout, self._state, self._progress)
