"""The training loop."""
import contextlib
import json
import os
import time

import numpy as np
import torch

from ..data.batches import BatchBuilder, plan_epoch, prefixes_of, Batch
from ..data.packed import PackedPairs
from ..data.subwords import SubwordSplitter
from ..model.student import Student
from .checkpoint import load_checkpoint, save_checkpoint
from .feeder import BatchFeeder
from .loss import loss_of
from .schedule import learning_rate

HELD_OUT_BATCHES = 8
NEVER = 1 << 62


def best_device():
    """A GPU where there is one."""
    return torch.device('cuda' if torch.cuda.is_available() else 'cpu')


class Trainer:
    """Trains one model, or goes on with it where a checkpoint is.

    data_folder holds `train/`, `held-out/` and `tables.npz`; checkpoints and `log.jsonl` go to
    `folder`.
    """

    def __init__(self, config, data_folder, folder, report=print):
        settings = config.training
        self._config, self._settings, self._folder, self._report = config, settings, folder, report
        self._device = best_device()
        torch.manual_seed(settings['seed'])
        torch.backends.cuda.matmul.allow_tf32 = True
        self._student = Student(config.architecture, settings['dropout'])
        self._optimiser = torch.optim.Adam(self._student.parameters(), lr=0.0, betas=(0.9, 0.98), eps=1e-9)
        self._progress = load_checkpoint(folder, self._student, self._optimiser) or {
            'step': 0, 'epoch': 0, 'batch': 0, 'seconds': 0.0, 'pieces': 0,
        }
        self._student.to(self._device)
        for state in self._optimiser.state.values():
            for name, value in state.items():
                if torch.is_tensor(value) and name != 'step':
                    state[name] = value.to(self._device)
        self._languages = [config.data.languages.index(language) for language in config.languages]
        tables = np.load(os.path.join(data_folder, 'tables.npz'))
        self._prefixes = prefixes_of(config, tables)
        self._splitter = SubwordSplitter(tables)
        self._train_pairs = PackedPairs(os.path.join(data_folder, 'train'))
        self._held_out_pairs = PackedPairs(os.path.join(data_folder, 'held-out'))

    def run(self, max_seconds=None, max_steps=None):
        """Trains until the time or the steps of this call are used up, or the model's are.

        Writes a checkpoint at the end, every `checkpointSeconds`, and where it is set every
        `checkpointSteps`.
        """
        settings, progress = self._settings, self._progress
        builder = BatchBuilder(
            self._train_pairs, self._config.direction, self._prefixes, self._splitter,
            settings['splitSource'], settings['splitTarget'],
        )
        started = last_checkpoint = time.monotonic()
        seconds_before, first_step = progress['seconds'], progress['step']
        tally = _Tally()
        self._student.train()
        feeder = BatchFeeder(
            self._train_pairs, builder, self._languages, settings['batchTokens'], settings['seed'],
            progress['epoch'], progress['batch'],
        )
        with feeder:
            while not self._is_over(started, max_seconds, first_step, max_steps):
                batch, progress['epoch'], progress['batch'] = feeder.next()
                progress['step'] += 1
                tally.add(self._step(batch))
                progress['pieces'] += int(batch.target_lengths.sum())
                now = time.monotonic()
                progress['seconds'] = seconds_before + now - started
                if progress['step'] % settings['reportSteps'] == 0:
                    self._log(tally)
                    tally = _Tally()
                is_due = progress['step'] % settings.get('checkpointSteps', NEVER) == 0
                if is_due or now - last_checkpoint >= settings['checkpointSeconds']:
                    self._save()
                    last_checkpoint = time.monotonic()
        if tally.steps:
            self._log(tally)
        self._save()

    def _is_over(self, started, max_seconds, first_step, max_steps):
        progress, settings = self._progress, self._settings
        return (
            (max_seconds is not None and time.monotonic() - started >= max_seconds)
            or (max_steps is not None and progress['step'] - first_step >= max_steps)
            or progress['seconds'] >= settings['totalSeconds']
            or progress['step'] >= settings.get('totalSteps', NEVER)
        )

    def _step(self, batch):
        progress = self._progress
        rate = learning_rate(
            self._settings, progress['step'], progress['seconds'], progress.get('optimiserSince', 0)
        )
        for group in self._optimiser.param_groups:
            group['lr'] = rate
        with self._precision():
            loss = loss_of(
                self._student, self._on_device(batch),
                self._settings['labelSmoothing'], self._settings['alignmentWeight'],
            )
        self._optimiser.zero_grad(set_to_none=True)
        loss.total.backward()
        torch.nn.utils.clip_grad_norm_(self._student.parameters(), self._settings['clipNorm'])
        self._optimiser.step()
        return loss

    def _precision(self):
        if self._device.type == 'cuda':
            return torch.autocast('cuda', torch.bfloat16)
        return contextlib.nullcontext()

    def _on_device(self, batch):
        return Batch(*(torch.from_numpy(values).to(self._device, non_blocking=True) for values in batch))

    @torch.no_grad()
    def held_out_loss(self):
        """Cross-entropy per piece of held-out pairs, in nats."""
        builder = BatchBuilder(self._held_out_pairs, self._config.direction, self._prefixes, self._splitter)
        random = np.random.default_rng(0)
        plan = plan_epoch(self._held_out_pairs, self._languages, self._settings['batchTokens'], random)
        self._student.eval()
        tally = _Tally()
        for pairs in plan[:HELD_OUT_BATCHES]:
            with self._precision():
                tally.add(loss_of(self._student, self._on_device(builder.build(pairs, random))))
        self._student.train()
        return tally.cross_entropy

    def _log(self, tally):
        row = {
            **{name: self._progress[name] for name in ('step', 'epoch', 'pieces')},
            'seconds': round(self._progress['seconds'], 1),
            'loss': round(tally.cross_entropy, 4),
            'alignment': round(tally.alignment, 4),
            'piecesPerSecond': round(tally.pieces / tally.seconds()),
        }
        os.makedirs(self._folder, exist_ok=True)
        with open(os.path.join(self._folder, 'log.jsonl'), 'a', encoding='utf-8') as file:
            file.write(json.dumps(row) + '\n')
        self._report(' '.join(f'{name} {value}' for name, value in row.items()))

    def _save(self):
        held_out = self.held_out_loss()
        self._report(f'checkpoint at step {self._progress["step"]}: held-out loss {held_out:.4f}')
        save_checkpoint(self._folder, self._student, self._optimiser, self._progress)


class _Tally:
    """Losses since the last report. Sums stay on the device: reading one waits for it."""

    def __init__(self):
        self.steps = self.pieces = 0
        self._cross_entropy = self._alignment = 0.0
        self._started = time.monotonic()

    def add(self, loss):
        self.steps += 1
        self.pieces += loss.pieces
        self._cross_entropy = self._cross_entropy + loss.cross_entropy * loss.pieces
        self._alignment = self._alignment + loss.alignment * loss.pieces

    @property
    def cross_entropy(self):
        return float(self._cross_entropy) / max(1, self.pieces)

    @property
    def alignment(self):
        return float(self._alignment) / max(1, self.pieces)

    def seconds(self):
        return max(1e-6, time.monotonic() - self._started)
