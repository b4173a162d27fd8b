"""The student as it is trained on cores: its layout in memory, its products, its step."""
