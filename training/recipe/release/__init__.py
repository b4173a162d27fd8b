"""From a checkpoint to a model folder that the engine loads."""
