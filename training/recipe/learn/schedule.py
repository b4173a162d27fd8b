"""The learning rate."""
import math


# After a checkpoint came without the optimiser's state, it has to find its feet again.
NEW_OPTIMISER_STEPS = 200


def learning_rate(settings, step, elapsed_seconds, optimiser_since=0):
    """Linear warm-up, then the inverse square root of the step, then linearly down to nothing.

    settings: `learningRate` at the end of `warmupSteps`; the last `cooldownSeconds` of
    `totalSeconds` cool down, since what time there is is known and the steps it holds are not. An
    optimiser that began anew at step `optimiser_since` is warmed up for a moment.
    """
    warmup = settings['warmupSteps']
    rate = settings['learningRate'] * min(step / warmup, math.sqrt(warmup / step))
    if optimiser_since > 0:
        rate *= min(1.0, (step - optimiser_since) / NEW_OPTIMISER_STEPS)
    cooldown = settings.get('cooldownSeconds', 0)
    if cooldown <= 0:
        return rate
    left = settings['totalSeconds'] - elapsed_seconds
    return rate * min(1.0, max(0.01, left / cooldown))
