"""A student as Marian's model file, and back."""
import re

import numpy as np
import torch

from ..model.architecture import marian_configuration
from ..model.marian_file import (
    CONFIGURATION_NAME,
    configuration_tensor,
    float_tensor,
    quantised_tensor,
    read_model,
    values_of,
    write_model,
)
from ..model.student import Student

_MATRIX = re.compile(r'_W.?$|^Wemb$')
ALPHA = '_QuantMultA'


def export_float(student, path):
    """Writes all weights in 32 bits: for checking that nothing is lost on the way."""
    tensors = [float_tensor(name, value) for name, value in _weights(student)]
    write_model(path, [*tensors, configuration_tensor(marian_configuration(student.architecture))])


def export_quantised(student, path, input_bounds):
    """Writes matrices in 8 bits, and for each the factor to quantise its inputs with."""
    tensors = []
    for name, value in _weights(student):
        if _MATRIX.search(name):
            tensors.append(quantised_tensor(name, value))
            tensors.append(float_tensor(name + ALPHA, np.array([127.0 / input_bounds[name]])))
        else:
            tensors.append(float_tensor(name, value))
    write_model(path, [*tensors, configuration_tensor(marian_configuration(student.architecture))])


def _weights(student):
    return [(name, value.detach().cpu().numpy()) for name, value in sorted(student.state_dict().items())]


def student_from_file(path, architecture):
    """The student a model file holds; 8-bit weights as the numbers they stand for."""
    student = Student(architecture)
    weights = {
        name: torch.tensor(values_of(tensor))
        for name, tensor in read_model(path).items()
        if name != CONFIGURATION_NAME and not name.endswith(ALPHA)
    }
    student.load_state_dict(weights)
    return student
