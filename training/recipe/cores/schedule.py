"""When a call of the training ends, and how large its steps are."""
import time
from datetime import datetime, timedelta


def seconds_until(clock, now=None):
    """Seconds from now until the clock shows `clock`, such as `17:30`: today, or else tomorrow.

    Raises ValueError for anything but hours and minutes.
    """
    now = now or datetime.now()
    try:
        at = datetime.strptime(clock, '%H:%M')
    except ValueError as error:
        raise ValueError(f'{clock}: a time such as 17:30 is wanted') from error
    end = now.replace(hour=at.hour, minute=at.minute, second=0, microsecond=0)
    if end <= now:
        end += timedelta(days=1)
    return (end - now).total_seconds()


def seconds_of_call(max_seconds, until):
    """How long a call may take: the shorter of both, or None where neither is given."""
    limits = [] if max_seconds is None else [max_seconds]
    if until is not None:
        limits.append(seconds_until(until))
    return min(limits, default=None)


def rate_factor(settings, steps, seconds_left=None):
    """What the rates of the model file are multiplied with: 1 but at a beginning and at an end.

    Linear warm-up over `warmupSteps`, of which this is number `steps`. seconds_left: until this call
    ends; its last `cooldownSeconds`, if it has any, go down to 0 in a line. There is nothing else,
    so that training may end and go on at any time.
    """
    factor = min(1.0, steps / settings['warmupSteps'])
    cooldown = settings.get('cooldownSeconds', 0)
    if cooldown > 0 and seconds_left is not None:
        factor *= min(1.0, max(0.0, seconds_left / cooldown))
    return factor


class Deadline:
    """The end of a call: after so many seconds or steps of it, at the model's last step, or never.

    processor_seconds: how long a core may work for this process, however long that takes where the
    machine has other work.
    """

    def __init__(self, max_seconds=None, max_steps=None, last_step=None, processor_seconds=None):
        limits = ((time.monotonic, max_seconds), (time.process_time, processor_seconds))
        self._ends = [(clock, clock() + seconds) for clock, seconds in limits if seconds is not None]
        self._max_steps, self._last_step = max_steps, last_step

    def seconds_left(self):
        """Seconds until the end, by the clock that has fewer left, or None where time does not end it."""
        return min((end - clock() for clock, end in self._ends), default=None)

    def is_over(self, step, steps_of_call):
        """Whether no step shall follow this one, which is the so manieth of the call."""
        return (
            any(clock() >= end for clock, end in self._ends)
            or (self._max_steps is not None and steps_of_call >= self._max_steps)
            or (self._last_step is not None and step >= self._last_step)
        )
