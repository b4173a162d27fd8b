"""The recipe that makes Dragoman's starter models, from Debian packages to a model folder."""
