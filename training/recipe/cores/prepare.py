"""Everything a training on cores works with, put together before its processes begin."""
import os
from typing import Any, NamedTuple

import numpy as np
import torch.multiprocessing as multiprocessing

from ..data.batches import BatchBuilder, prefixes_of
from ..data.packed import PackedPairs
from ..data.subwords import SubwordSplitter
from .compute.compiler import compiled_kernels
from .student.fused_student import FusedStudent
from .compute.kernels import Kernels
from .student.layout import Layout
from .micro_batches import MicroBatches
from .student.plain_student import PlainStudent
from .student.products import HalfProducts, SingleProducts
from .shared import SharedState
from .watched_sets import held_out_batches, test_set_batches
from .worker import Worker


# Every process has a gradient of its own, and takes a micro-batch of each step.
MAX_CORES = 64


class Prepared(NamedTuple):
    """What all processes use; `context` is how they are started, `watched` the sets by name."""

    config: Any
    layout: Layout
    state: SharedState
    kernels: Kernels | None
    student: Any
    batches: MicroBatches
    watched: dict
    cores: int
    context: Any

    def worker(self, part):
        """One of the processes' work."""
        return Worker(
            self.config, self.layout, self.state, self.student, self.kernels, self.batches,
            list(self.watched.values()), part, self.cores,
        )


def prepare(config, data_folder, cache, cores=None, test_set=None, compiler='g++', report=print):
    """Makes a `Prepared`.

    data_folder: holds `train/`, `held-out/`, `tables.npz` and `vocabulary.spm`; cache: where
    compiled kernels are kept; cores: processes, one for each core this one may use if None;
    test_set: a folder of sentences to watch the model with; compiler: None does without. Raises
    ValueError for more than MAX_CORES cores.
    """
    if cores is not None and not 1 <= cores <= MAX_CORES:
        raise ValueError(f'--cores {cores}: from 1 to {MAX_CORES}')
    cores = cores or min(MAX_CORES, len(os.sched_getaffinity(0)))
    context = multiprocessing.get_context('fork')
    layout = Layout(config.architecture)
    kernels, student = _fastest_student(layout, cache, compiler, report)
    watched = {'heldOut': held_out_batches(config, data_folder)}
    if test_set is not None:
        watched['testSet'] = test_set_batches(config, data_folder, test_set)
    state = SharedState(layout, cores, context)
    return Prepared(
        config, layout, state, kernels, student, _training_batches(config, data_folder), watched, cores, context
    )


def _fastest_student(layout, cache, compiler, report):
    """The kernels, if any, and the student that makes the most of them."""
    compiled = compiled_kernels(cache, report, compiler) if compiler else None
    if compiled is None:
        return None, PlainStudent(layout, SingleProducts())
    kernels = Kernels(compiled.library)
    if compiled.has_half_products and HalfProducts.fits(layout):
        return kernels, FusedStudent(layout, HalfProducts(compiled.library, layout), kernels)
    return kernels, FusedStudent(layout, SingleProducts(), kernels)


def _training_batches(config, data_folder):
    tables = np.load(os.path.join(data_folder, 'tables.npz'))
    prefixes = prefixes_of(config, tables)
    pairs = PackedPairs(os.path.join(data_folder, 'train'))
    settings = config.training
    builder = BatchBuilder(
        pairs, config.direction, prefixes, SubwordSplitter(tables), settings['splitSource'], settings['splitTarget']
    )
    return MicroBatches(pairs, builder, config, prefixes)
