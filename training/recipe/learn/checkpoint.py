"""Checkpoints: to go on with, to average, to carry elsewhere."""
import glob
import os
import re

import torch

from ..files import replacing

NEWEST = 'latest.pt'
KEPT_WEIGHTS = 12
_WEIGHTS_NAME = re.compile(r'weights-(\d+)\.pt$')


def save_checkpoint(folder, student, optimiser, progress):
    """Writes all that is needed to go on, and beside it the weights alone, for averaging."""
    weights = {name: value.detach().cpu() for name, value in student.state_dict().items()}
    with replacing(os.path.join(folder, f'weights-{progress["step"]:08}.pt')) as draft:
        torch.save(weights, draft)
    with replacing(os.path.join(folder, NEWEST)) as draft:
        torch.save({'weights': weights, 'optimiser': optimiser.state_dict(), 'progress': progress}, draft)
    for old in weight_files(folder)[:-KEPT_WEIGHTS]:
        os.remove(old)


def load_checkpoint(folder, student, optimiser):
    """Takes up the newest checkpoint of a folder; returns its progress, or None without one.

    A checkpoint that travelled has no state of the optimiser, and one of a model trained on cores has
    that of others: its progress then says at which step
    the optimiser began anew, as `optimiserSince`.
    """
    path = os.path.join(folder, NEWEST)
    if not os.path.exists(path):
        return None
    saved = torch.load(path, map_location='cpu')
    student.load_state_dict({name: value.float() for name, value in saved['weights'].items()})
    if saved['optimiser'] is None or 'average' in saved:
        return {**saved['progress'], 'optimiserSince': saved['progress']['step']}
    optimiser.load_state_dict(saved['optimiser'])
    return saved['progress']


def moving_average(folder):
    """The moving average of the weights that the newest checkpoint holds, if it is one that has it."""
    path = os.path.join(folder, NEWEST)
    return torch.load(path, map_location='cpu').get('average') if os.path.exists(path) else None


def weight_files(folder):
    """The weights written so far, oldest first."""
    return sorted(glob.glob(os.path.join(folder, 'weights-*.pt')), key=step_of)


def step_of(path):
    """The step a file of weights was written at."""
    return int(_WEIGHTS_NAME.search(path)[1])


def average_weights(paths):
    """The mean of several files of weights."""
    total = None
    for path in paths:
        weights = torch.load(path, map_location='cpu')
        if total is None:
            total = {name: value.double() for name, value in weights.items()}
        else:
            for name, value in weights.items():
                total[name] += value.double()
    return {name: (value / len(paths)).float() for name, value in total.items()}


def write_travelling_checkpoint(folder, path):
    """Writes a small copy of the newest checkpoint: half precision, nothing of the optimiser."""
    saved = torch.load(os.path.join(folder, NEWEST), map_location='cpu')
    small = {
        kind: {name: value.half() for name, value in saved[kind].items()}
        for kind in ('weights', 'average')
        if kind in saved
    }
    with replacing(path) as draft:
        torch.save({**small, 'optimiser': None, 'progress': saved['progress']}, draft)
