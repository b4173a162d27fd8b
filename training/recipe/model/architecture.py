"""Shapes of students, and the configuration Marian wants of them."""
from typing import NamedTuple


class Architecture(NamedTuple):
    """A transformer encoder with an SSRU decoder, embeddings tied on all three places."""

    pieces: int
    encoder_layers: int
    decoder_layers: int
    width: int
    feed_forward: int
    heads: int

    def parameter_count(self):
        """How many weights there are; in 8 bits about as many bytes."""
        attention = 4 * self.width * (self.width + 1) + 2 * self.width
        feed_forward = 2 * self.width * self.feed_forward + self.feed_forward + 3 * self.width
        recurrence = 2 * self.width * self.width + 3 * self.width
        return (
            self.pieces * (self.width + 1)
            + self.encoder_layers * (attention + feed_forward)
            + self.decoder_layers * (recurrence + attention + feed_forward)
        )


def marian_configuration(architecture):
    """The YAML inside a model file. Names and values are Marian's own."""
    settings = {
        'bert-train-type-embeddings': 'true',
        'bert-type-vocab-size': 2,
        'dec-cell': 'ssru',
        'dec-cell-base-depth': 2,
        'dec-cell-high-depth': 1,
        'dec-depth': architecture.decoder_layers,
        'dim-emb': architecture.width,
        'dim-rnn': 1024,
        'dim-vocabs': f'\n  - {architecture.pieces}\n  - {architecture.pieces}',
        'enc-cell': 'gru',
        'enc-cell-depth': 1,
        'enc-depth': architecture.encoder_layers,
        'enc-type': 'bidirectional',
        'factors-combine': 'sum',
        'factors-dim-emb': 0,
        'input-types': '[]',
        'layer-normalization': 'false',
        'lemma-dim-emb': 0,
        'output-omit-bias': 'false',
        'right-left': 'false',
        'skip': 'false',
        'tied-embeddings': 'false',
        'tied-embeddings-all': 'true',
        'tied-embeddings-src': 'false',
        'transformer-aan-activation': 'swish',
        'transformer-aan-depth': 2,
        'transformer-aan-nogate': 'false',
        'transformer-decoder-autoreg': 'rnn',
        'transformer-depth-scaling': 'false',
        'transformer-dim-aan': 2048,
        'transformer-dim-ffn': architecture.feed_forward,
        'transformer-ffn-activation': 'relu',
        'transformer-ffn-depth': 2,
        'transformer-guided-alignment-layer': 'last',
        'transformer-heads': architecture.heads,
        'transformer-no-projection': 'false',
        'transformer-pool': 'false',
        'transformer-postprocess': 'dan',
        'transformer-postprocess-emb': 'd',
        'transformer-postprocess-top': '""',
        'transformer-preprocess': '""',
        'transformer-tied-layers': '\n  []',
        'transformer-train-position-embeddings': 'false',
        'type': 'transformer',
        'ulr': 'false',
        'ulr-dim-emb': 0,
        'ulr-trainable-transformation': 'false',
        'version': 'v1.9.56',
    }
    return ''.join(f'{name}: {value}\n' for name, value in settings.items())
