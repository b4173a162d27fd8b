"""What is said and written down while a model trains."""
import json
import os
import time

from .student.objective import Sums


class Tally:
    """Losses since the last report, and the time they took."""

    def __init__(self):
        self._sums = Sums(0.0, 0.0, 0, 0)
        self._started = time.monotonic()

    def add(self, sums):
        """Adds the sums of a step."""
        self._sums = Sums(*(before + more for before, more in zip(self._sums, sums)))

    def row(self):
        """Losses per piece and per link in nats, and target pieces a second; nothing if there were none."""
        sums = self._sums
        if not sums.pieces:
            return {}
        return {
            'loss': round(sums.cross_entropy / sums.pieces, 4),
            'alignment': round(sums.alignment / max(1, sums.links), 4),
            'piecesPerSecond': round(sums.pieces / max(1e-6, time.monotonic() - self._started)),
        }


class ProgressLog:
    """Prints a line a report, and keeps it as JSON in a file."""

    def __init__(self, path, report=print):
        self._path, self._report = path, report

    def write(self, row, seconds_left=None):
        """Reports one row; seconds_left: until the call ends, where time ends it."""
        os.makedirs(os.path.dirname(self._path), exist_ok=True)
        with open(self._path, 'a', encoding='utf-8') as file:
            file.write(json.dumps(row) + '\n')
        self._report(progress_line(row, seconds_left))


def progress_line(row, seconds_left=None):
    """A row as a line to read."""
    parts = [
        f'step {row["step"]}',
        f'epoch {row["epoch"]}',
        f'{row["pieces"] / 1e6:.2f} M tokens',
    ]
    if 'loss' in row:
        parts.append(f'{row["piecesPerSecond"]} tokens/s')
    for name, label in (('loss', 'loss'), ('heldOut', 'held-out'), ('testSet', 'test set')):
        if name in row:
            parts.append(f'{label} {row[name]:.3f}')
    if row['rateFactor'] < 1:
        parts.append(f'rate {row["rateFactor"]:.2f} of the peak')
    if seconds_left is not None:
        parts.append(f'{_duration(seconds_left)} left')
    return ', '.join(parts)


def _duration(seconds):
    minutes, seconds = divmod(max(0, round(seconds)), 60)
    hours, minutes = divmod(minutes, 60)
    return f'{hours} h {minutes} min' if hours else f'{minutes} min {seconds} s'
