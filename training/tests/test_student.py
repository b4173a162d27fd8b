"""The student: decoding piece by piece is what it was trained to do at once."""
import os
import tempfile
import unittest

import torch

from recipe.data.batches import Batch
from recipe.learn.loss import loss_of
from recipe.model.architecture import Architecture
from recipe.model.recurrence import scan_recurrence
from recipe.model.student import END, Student
from recipe.release.export import export_float, export_quantised, student_from_file

SHAPE = Architecture(pieces=40, encoder_layers=2, decoder_layers=2, width=64, feed_forward=128, heads=8)


def random_student(seed=1):
    torch.manual_seed(seed)
    return Student(SHAPE).eval()


class RecurrenceTest(unittest.TestCase):
    def test_the_scan_gives_what_single_steps_give(self):
        torch.manual_seed(1)
        for length in (1, 2, 3, 7, 8, 9, 31):
            forget, candidates = torch.rand(2, length, 5), torch.randn(2, length, 5)
            state = torch.randn(2, 5)
            cell, expected = state, []
            for place in range(length):
                cell = forget[:, place] * cell + (1 - forget[:, place]) * candidates[:, place]
                expected.append(cell)
            torch.testing.assert_close(scan_recurrence(forget, candidates, state), torch.stack(expected, 1))


class StudentTest(unittest.TestCase):
    def test_the_parameter_count_is_right(self):
        count = sum(value.numel() for value in random_student().parameters())
        self.assertEqual(SHAPE.parameter_count(), count)

    @torch.no_grad()
    def test_padding_changes_nothing(self):
        student = random_student()
        target = torch.tensor([[7, 8, END]])
        alone, _ = student.hidden_states(torch.tensor([[3, 4, END]]), torch.tensor([3]), target)
        source = torch.tensor([[3, 4, END, END, END], [5, 6, 7, 8, END]])
        padded, attention = student.hidden_states(source, torch.tensor([3, 5]), target.repeat(2, 1))
        torch.testing.assert_close(padded[0], alone[0])
        self.assertEqual(float(attention[0, :, 3:].sum()), 0)

    @torch.no_grad()
    def test_one_piece_at_a_time_gives_the_same_states(self):
        student = random_student()
        source, lengths = torch.tensor([[3, 4, 5, END]]), torch.tensor([4])
        target = torch.tensor([[7, 8, 9, 10, END]])
        expected, _ = student.hidden_states(source, lengths, target)
        memory, mask = student.encode(source, lengths)
        states, history = student.initial_states(1, memory), torch.zeros(1, 1, SHAPE.width)
        for place in range(5):
            hidden, states, _ = student.decode(history, memory, mask, states, place)
            torch.testing.assert_close(hidden[:, 0], expected[:, place])
            history = student.embed(target[:, place:place + 1])

    def test_half_precision_gives_about_the_same_loss_and_sound_gradients(self):
        student = random_student()
        arrays = (
            [[3, 4, 5, END], [6, 7, END, END]], [4, 3], [[9, 8, END], [7, END, END]], [3, 2], [0, 1, 2, 3, 4],
            [[0, 1, 3], [1, 2, -1]],
        )
        batch = Batch(*map(torch.tensor, arrays))
        exact = loss_of(student, batch, 0.1, 0.1)
        with torch.autocast('cpu', torch.bfloat16):
            rough = loss_of(student, batch, 0.1, 0.1)
        self.assertAlmostEqual(float(rough.total), float(exact.total), delta=0.1)
        rough.total.backward()
        for name, value in student.named_parameters():
            self.assertTrue(bool(value.grad.isfinite().all()), name)

    def test_an_exported_student_can_be_read_again(self):
        student = random_student()
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, 'model.bin')
            export_float(student, path)
            for name, value in student_from_file(path, SHAPE).state_dict().items():
                torch.testing.assert_close(value, student.state_dict()[name], rtol=0, atol=0)
            bounds = {name: 4.0 for name in student.state_dict()}
            export_quantised(student, path, bounds)
            read = student_from_file(path, SHAPE)
            worst = (read.encoder_l1_ffn_W1 - student.encoder_l1_ffn_W1).abs().max()
            self.assertLess(float(worst), float(student.encoder_l1_ffn_W1.detach().abs().max()) / 127)


if __name__ == '__main__':
    unittest.main()
