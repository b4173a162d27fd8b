"""The student model: its layers, its decoder and its file formats."""
