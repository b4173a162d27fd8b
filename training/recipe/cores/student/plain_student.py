"""The same step out of the recipe's own `Student`, for machines without a compiler."""
from ...learn.loss import loss_parts
from ...model.student import Student
from .objective import Sums


class PlainStudent:
    """Losses and gradients of a `Student` whose weights are views on shared memory."""

    def __init__(self, layout, products):
        self._layout, self.products = layout, products
        self._student = Student(layout.architecture)

    def bind(self, numbers, gradient=None):
        """Takes all weights from `numbers`; gradients are added to `gradient`, where there is one."""
        gradients = self._layout.views(gradient) if gradient is not None else {}
        for name, view in self._layout.views(numbers).items():
            parameter = getattr(self._student, name)
            parameter.data = view
            parameter.grad = gradients.get(name)
            parameter.requires_grad_(gradient is not None)

    def run(self, batch, objective, wants_gradient=True):
        """The losses of a `Batch` of tensors; adds the objective's gradient, if wished."""
        parts = loss_parts(self._student, batch, objective.label_smoothing)
        if wants_gradient:
            (parts.smoothed * objective.scale + parts.alignment * objective.link_scale).backward()
        return Sums(float(parts.cross_entropy), float(parts.alignment), parts.pieces, parts.links)
