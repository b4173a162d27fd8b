"""Training: loss, schedule, checkpoints."""
