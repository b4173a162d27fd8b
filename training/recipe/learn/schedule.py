"""The learning rate."""
import math


def learning_rate(settings, step, elapsed_seconds):
    """Linear warm-up, then the inverse square root of the step, then linearly down to nothing.

    settings: `learningRate` at the end of `warmupSteps`; the last `cooldownSeconds` of
    `totalSeconds` cool down, since what time there is is known and the steps it holds are not.
    """
    warmup = settings['warmupSteps']
    rate = settings['learningRate'] * min(step / warmup, math.sqrt(warmup / step))
    cooldown = settings.get('cooldownSeconds', 0)
    if cooldown <= 0:
        return rate
    left = settings['totalSeconds'] - elapsed_seconds
    return rate * min(1.0, max(0.01, left / cooldown))
