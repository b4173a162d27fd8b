"""What goes to another machine comes out the same, or not at all."""
import filecmp
import os
import tempfile
import unittest

import numpy as np
import torch

from recipe.bundle import bundle, unbundle
from recipe.learn.checkpoint import (
    average_weights,
    load_checkpoint,
    save_checkpoint,
    step_of,
    weight_files,
    write_travelling_checkpoint,
)
from recipe.learn.schedule import learning_rate


class BundleTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.parts, self.target = (os.path.join(folder.name, name) for name in ('parts', 'target'))
        self.source = os.path.join(folder.name, 'data')
        os.makedirs(self.source)
        content = np.random.default_rng(1).bytes(100_000)
        with open(os.path.join(self.source, 'noise'), 'wb') as file:
            file.write(content)

    def test_parts_are_no_larger_than_said_and_unpack_to_the_same(self):
        parts = bundle([self.source], self.parts, 30_000)
        self.assertGreaterEqual(len(parts), 4)
        for part in parts:
            self.assertLessEqual(os.path.getsize(os.path.join(self.parts, part['name'])), 30_000)
        unbundle(self.parts, self.target)
        self.assertTrue(
            filecmp.cmp(os.path.join(self.source, 'noise'), os.path.join(self.target, 'data', 'noise'), shallow=False)
        )

    def test_a_damaged_and_a_missing_part_are_named_before_anything_is_unpacked(self):
        bundle([self.source], self.parts, 30_000)
        os.remove(os.path.join(self.parts, 'part-001'))
        with open(os.path.join(self.parts, 'part-002'), 'r+b') as file:
            file.write(b'\0\0\0\0')
        with self.assertRaisesRegex(ValueError, 'part-001, part-002'):
            unbundle(self.parts, self.target)
        self.assertFalse(os.path.exists(self.target))


class CheckpointTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        self.student = torch.nn.Linear(3, 2)
        self.optimiser = torch.optim.Adam(self.student.parameters(), lr=0.1)
        self.student(torch.ones(1, 3)).sum().backward()
        self.optimiser.step()

    def test_a_checkpoint_brings_everything_back(self):
        save_checkpoint(self.folder, self.student, self.optimiser, {'step': 7})
        student = torch.nn.Linear(3, 2)
        optimiser = torch.optim.Adam(student.parameters(), lr=0.1)
        self.assertEqual(load_checkpoint(self.folder, student, optimiser), {'step': 7})
        torch.testing.assert_close(student.weight, self.student.weight, rtol=0, atol=0)
        self.assertEqual(len(optimiser.state), 2)
        self.assertIsNone(load_checkpoint(os.path.join(self.folder, 'none'), student, optimiser))

    def test_one_that_travelled_brings_weights_and_progress(self):
        save_checkpoint(self.folder, self.student, self.optimiser, {'step': 7})
        there = os.path.join(self.folder, 'there')
        write_travelling_checkpoint(self.folder, os.path.join(there, 'latest.pt'))
        student = torch.nn.Linear(3, 2)
        optimiser = torch.optim.Adam(student.parameters(), lr=0.1)
        self.assertEqual(load_checkpoint(there, student, optimiser), {'step': 7, 'optimiserSince': 7})
        torch.testing.assert_close(student.weight, self.student.weight, rtol=1e-3, atol=1e-3)
        self.assertEqual(len(optimiser.state), 0)

    def test_weights_are_averaged_and_old_ones_go(self):
        for step in range(1, 20):
            with torch.no_grad():
                self.student.weight.fill_(step)
            save_checkpoint(self.folder, self.student, self.optimiser, {'step': step})
        files = weight_files(self.folder)
        self.assertEqual([step_of(path) for path in files], list(range(8, 20)))
        self.assertEqual(float(average_weights(files[-3:])['weight'][0, 0]), 18)


class ScheduleTest(unittest.TestCase):
    def test_it_rises_falls_and_cools_down(self):
        settings = {'learningRate': 1.0, 'warmupSteps': 100, 'cooldownSeconds': 10, 'totalSeconds': 100}
        self.assertEqual(learning_rate(settings, 50, 0), 0.5)
        self.assertEqual(learning_rate(settings, 100, 0), 1.0)
        self.assertEqual(learning_rate(settings, 400, 0), 0.5)
        self.assertEqual(learning_rate(settings, 400, 95), 0.25)
        self.assertEqual(learning_rate(settings, 400, 200), 0.005)
        self.assertEqual(learning_rate(settings, 400, 0, optimiser_since=300), 0.25)


if __name__ == '__main__':
    unittest.main()
