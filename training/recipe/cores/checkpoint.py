"""All that is needed to go on training on cores, in one file."""
import os

import torch

from ..files import replacing

BEFORE_COOLDOWN = 'before-cooldown.pt'


def save_state(path, layout, state, progress):
    """Writes weights, moving average, moments and progress."""
    by_name = lambda numbers: {name: view.clone() for name, view in layout.views(numbers).items()}
    saved = {
        'weights': by_name(state.weights),
        'average': by_name(state.average),
        'optimiser': {'momentum': by_name(state.momentum), 'second': by_name(state.second)},
        'progress': progress,
    }
    with replacing(path) as draft:
        torch.save(saved, draft)


def load_state(path, layout, state):
    """Takes up what `save_state` wrote; returns its progress, or None where there is no such file.

    Where the file has no moments of these optimisers, because it travelled or is from a GPU, they
    begin anew, and the progress says so: `warmSince` and `optimiserSince` are its step.
    """
    if not os.path.exists(path):
        return None
    saved = torch.load(path, map_location='cpu')
    progress = saved['progress']
    layout.fill(state.weights, saved['weights'])
    layout.fill(state.average, saved.get('average', saved['weights']))
    moments = saved['optimiser'] or {}
    if 'momentum' not in moments:
        return {**progress, 'warmSince': progress['step'], 'optimiserSince': progress['step']}
    layout.fill(state.momentum, moments['momentum'])
    layout.fill(state.second, moments['second'])
    return progress
