"""Training on cores: any number of processes, ended and taken up at any time, gives the same model."""
import json
import os
import signal
import tempfile
import unittest

import torch

from recipe.cores.schedule import Deadline
from recipe.cores.train import CoresTrainer
from recipe.learn.checkpoint import moving_average, write_travelling_checkpoint

from .small_training import CACHE, small_config, write_small_data

KINDS = ('weights', 'average')


def quiet(*_):
    """Reports nothing."""


class CoresTrainingTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix='dragoman-training-')
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        self.data = os.path.join(self.folder, 'data')
        write_small_data(self.data)

    def trainer(self, name, report=quiet, cores=1, compiler='g++', **settings):
        return CoresTrainer(
            small_config(**settings), self.data, os.path.join(self.folder, name), CACHE, report, cores=cores, compiler=compiler
        )

    def train(self, name, steps, **options):
        """Trains one call of some steps; returns what the checkpoint holds."""
        self.trainer(name, **options).run(Deadline(max_steps=steps))
        return self.saved(name)

    def saved(self, name, file='latest.pt'):
        return torch.load(os.path.join(self.folder, name, file))

    def log(self, name):
        with open(os.path.join(self.folder, name, 'log.jsonl'), encoding='utf-8') as file:
            return [json.loads(line) for line in file]

    def assert_same(self, one, other):
        """The same to the bit."""
        for kind in KINDS:
            for name, value in one[kind].items():
                self.assertTrue(torch.equal(value, other[kind][name]), f'{kind} {name}')

    def assert_close(self, one, other, before, tolerance):
        """All weights as one vector. tolerance: relative to what changed since `before`."""
        whole = lambda saved: torch.cat([value.flatten() for value in saved['weights'].values()])
        one, other, before = whole(one), whole(other), whole(before)
        self.assertLess(float((one - other).norm()), tolerance * float((one - before).norm()))

    def test_it_learns(self):
        self.train('model', 150, cores=2)
        rows = self.log('model')
        self.assertLess(rows[-1]['heldOut'], 1.0)
        self.assertEqual(rows[-1]['step'], 150)

    def test_a_run_in_three_calls_is_the_same_to_the_bit_as_in_one(self):
        whole = self.train('whole', 33)
        for steps in (9, 1, 23):
            parts = self.train('parts', steps)
        self.assert_same(whole, parts)
        without_time = lambda saved: {name: value for name, value in saved['progress'].items() if name != 'seconds'}
        self.assertEqual(without_time(whole), without_time(parts))
        self.assertGreater(whole['progress']['epoch'], 0)

    def test_several_processes_take_the_same_steps_as_one(self):
        before = self.train('before', 0)
        for compiler, tolerance in (('g++', 0.01), (None, 1e-4)):
            one = self.train(f'one {compiler}', 1, compiler=compiler)
            for cores in (2, 3):
                several = self.train(f'{cores} {compiler}', 1, cores=cores, compiler=compiler)
                self.assert_close(one, several, before, tolerance)
                self.assertEqual(one['progress']['pieces'], several['progress']['pieces'])

    def test_without_a_compiler_it_learns_the_same(self):
        with_kernels, without = (self.train(f'with {compiler}', 3, compiler=compiler) for compiler in ('g++', None))
        self.assert_close(without, with_kernels, self.train('before', 0), 0.05)

    def test_a_signal_saves_and_ends(self):
        for number in (signal.SIGTERM, signal.SIGINT):
            name = f'ended by {number}'
            end_now = lambda *_, number=number: os.kill(os.getpid(), number)
            self.trainer(name, end_now, cores=2, reportSeconds=0).run(Deadline(max_steps=1000))
            self.assertEqual(self.saved(name)['progress']['step'], 1)

    def test_a_process_that_is_gone_is_noticed(self):
        def end_children(*_):
            with open(f'/proc/{os.getpid()}/task/{os.getpid()}/children', encoding='ascii') as file:
                for child in file.read().split():
                    os.kill(int(child), signal.SIGKILL)

        with self.assertRaisesRegex(RuntimeError, 'ended with code -9'):
            self.trainer('model', end_children, cores=2, reportSeconds=0).run(Deadline(max_steps=1000))

    def test_more_processes_than_any_machine_has_cores_are_refused(self):
        for cores in (0, -1, 65):
            with self.assertRaisesRegex(ValueError, 'from 1 to 64'):
                self.trainer('model', cores=cores)

    def test_a_cooldown_keeps_what_was_before_and_is_warmed_up_after(self):
        self.trainer('model', cooldownSeconds=3600).run(Deadline(max_seconds=1800, max_steps=8))
        self.assertEqual(self.saved('model', 'before-cooldown.pt')['progress']['step'], 0)
        self.assertTrue(self.saved('model')['progress']['isCoolingDown'])
        progress = self.train('model', 1)['progress']
        self.assertEqual((progress['warmSince'], progress['isCoolingDown']), (8, False))

    def test_what_travelled_begins_its_optimisers_anew(self):
        begun, before = self.train('begun', 0), self.train('model', 7)
        there = os.path.join(self.folder, 'there', 'latest.pt')
        write_travelling_checkpoint(os.path.join(self.folder, 'model'), there)
        after = self.train('there', 1)
        self.assertEqual(after['progress']['optimiserSince'], 7)
        self.assert_close(before, after, begun, 0.2)

    def test_another_order_of_the_pairs_begins_with_the_next_epoch(self):
        self.train('model', 2)
        progress = self.train('model', 1, seed=2)['progress']
        self.assertEqual((progress['epoch'], progress['batch']), (1, 4))

    def test_the_moving_average_is_what_is_exported(self):
        saved = self.train('model', 12)
        average = moving_average(os.path.join(self.folder, 'model'))
        torch.testing.assert_close(average['Wemb'], saved['average']['Wemb'], rtol=0, atol=0)
        self.assertFalse(torch.equal(saved['average']['Wemb'], saved['weights']['Wemb']))

    def test_it_starts_with_the_average_of_another_model(self):
        before = self.train('before', 12)
        trainer = self.trainer('after')
        trainer.start_with(os.path.join(self.folder, 'before', 'latest.pt'))
        trainer.run(Deadline(max_steps=0))
        after = self.saved('after')
        self.assertEqual(after['progress']['step'], 0)
        for name, value in before['average'].items():
            torch.testing.assert_close(after['weights'][name], value, rtol=0, atol=0)

    def test_a_model_that_was_trained_is_not_overwritten(self):
        self.train('model', 1)
        with self.assertRaisesRegex(ValueError, 'move it away'):
            self.trainer('model').start_with(os.path.join(self.folder, 'model', 'latest.pt'))


if __name__ == '__main__':
    unittest.main()
