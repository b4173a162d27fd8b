"""A training small enough for tests: made-up pairs, and a model of 60,000 weights."""
import os

import numpy as np

from recipe.config import FROM_ENGLISH, DataConfig, Language, ModelConfig
from recipe.data.packed import write_array
from recipe.model.architecture import Architecture

TRAINING = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
CACHE = os.path.join(TRAINING, 'work', 'kernels')
SHAPE = Architecture(pieces=96, encoder_layers=1, decoder_layers=1, width=64, feed_forward=96, heads=4)
SETTINGS = {
    'on': 'cores', 'seed': 1, 'microTokens': 200, 'stepMicroBatches': 4,
    'muonRate': 0.02, 'adamRate': 0.01, 'warmupSteps': 5, 'newtonSchulzIterations': 4, 'averageShare': 0.1,
    'labelSmoothing': 0.1, 'alignmentWeight': 0.1, 'splitSource': 0.0, 'splitTarget': 0.0,
    'reportSeconds': 600, 'evaluateSeconds': 600, 'checkpointSeconds': 600,
}


def small_config(**settings):
    """The model; settings: others than SETTINGS."""
    german = Language('de', 'de')
    packing = {'heldOutShare': 0, 'heldOutPairs': 0, 'alignFrom': 1, 'alignEvery': 1}
    data = DataConfig('data', (german,), {'pieces': SHAPE.pieces}, packing, {})
    return ModelConfig('model', data, FROM_ENGLISH, (german,), SHAPE, 'small', {**SETTINGS, **settings}, {})


def write_small_data(folder, pairs=300):
    """Pairs whose translation is the source with 40 added to every piece, aligned."""
    random = np.random.default_rng(1)
    for part, count in (('train', pairs), ('held-out', 40)):
        rows = [random.integers(2, 50, random.integers(2, 12)) for _ in range(count)]
        target = os.path.join(folder, part)
        tokens = np.concatenate(rows)
        write_array(target, 'lengths', [[len(row)] * 2 for row in rows])
        write_array(target, 'english', tokens)
        write_array(target, 'other', tokens + 40)
        write_array(target, 'language', np.zeros(count))
        write_array(target, 'weight', np.ones(count))
        for name in ('english-links', 'other-links'):
            write_array(target, name, np.zeros(len(tokens)))
    nothing = np.zeros((SHAPE.pieces, 1), np.uint16)
    np.savez(
        os.path.join(folder, 'tables.npz'), split_left=nothing, split_right=nothing,
        split_count=np.zeros(SHAPE.pieces, np.uint8), prefixes=np.zeros((1, 2), np.uint16),
    )
