"""How large the inputs of each matrix get, which 8-bit arithmetic must know beforehand."""
from collections import defaultdict

import numpy as np
import torch

from ..model.student import END

# As in the recipe of the models this format comes from: mean and spread of the largest values.
SPREAD = 1.1
MAX_SENTENCES = 500


@torch.no_grad()
def measure_inputs(student, examples):
    """The bound of each matrix's inputs, by name.

    examples: `(source, target)` pieces without END, the source with its prefix. The bound is the
    mean over sentences of the largest absolute value plus 1.1 standard deviations: rare outliers
    are cut off, and everything else keeps more of the 8 bits.
    """
    largest = defaultdict(list)
    student.eval()
    for source, target in examples[:MAX_SENTENCES]:
        seen = {}

        def watch(name, inputs, seen=seen):
            seen[name] = max(seen.get(name, 0.0), float(inputs.abs().max()))

        student.watch_inputs = watch
        sources = torch.tensor([[*source, END]])
        hidden, _ = student.hidden_states(sources, torch.tensor([sources.shape[1]]), torch.tensor([[*target, END]]))
        student.logits(hidden)
        for name, value in seen.items():
            largest[name].append(value)
    student.watch_inputs = None
    return {name: float(np.mean(values) + SPREAD * np.std(values)) for name, values in largest.items()}
