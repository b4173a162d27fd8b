"""What the recipe is told: one file for the data, one for every model made from it."""
import json
import os
from typing import NamedTuple

from .corpora.address import ADDRESSES
from .files import read_json
from .model.architecture import Architecture

FROM_ENGLISH = 'from-english'
TO_ENGLISH = 'to-english'

# How a model is trained: see recipe/cores and recipe/learn.
ON_CORES = 'cores'
ON_GPU = 'gpu'


class Language(NamedTuple):
    """A language as a model knows it.

    tag: such as `de` or `pt-BR`; corpus: names the file `en-<corpus>.tsv`; variant: which of its
    pairs, by what follows the colon in their source column, or None for all.
    """

    tag: str
    corpus: str
    variant: str | None = None

    @property
    def prefix(self):
        """The piece that asks a multilingual model for this language."""
        return f'>>{self.tag}<<'


class DataConfig(NamedTuple):
    """Vocabulary and packed data, which several models share."""

    id: str
    languages: tuple
    vocabulary: dict
    packing: dict
    source_weights: dict
    # How often a pair whose translation addresses somebody is shown with the mark of that address.
    marked_share: float = 0.0

    @property
    def marks(self):
        """The pieces that ask for a form of address, in the order of their numbers, which begin at 1."""
        return tuple(f'>>{address}<<' for address in ADDRESSES) if self.marked_share else ()


class ModelConfig(NamedTuple):
    """One model."""

    id: str
    data: DataConfig
    direction: str
    languages: tuple
    architecture: Architecture
    architecture_name: str
    training: dict
    release: dict

    @property
    def is_multilingual_target(self):
        """Whether the source must say which language is wanted."""
        return self.direction == FROM_ENGLISH and len(self.languages) > 1


def _read_like(path):
    """A file over the one it says it is `like`, which lies beside it; settings inside are replaced one by one."""
    value = read_json(path)
    if 'like' not in value:
        return value
    whole = _read_like(os.path.join(os.path.dirname(path), value.pop('like')))
    for name, part in value.items():
        is_both = isinstance(part, dict) and isinstance(whole.get(name), dict)
        whole[name] = {**whole[name], **part} if is_both else part
    return whole


def read_data_config(path):
    """Reads a data file; see training/README.md for what it holds."""
    value = _read_like(path)
    return DataConfig(
        id=value['id'],
        languages=tuple(Language(**row) for row in value['languages']),
        vocabulary=value['vocabulary'],
        packing=value['packing'],
        source_weights=value['sourceWeights'],
        marked_share=value.get('markedShare', 0.0),
    )


def read_model_config(path):
    """Reads a model file and the data file it names, which lies beside it.

    Raises ValueError where the model wants a language that the data lacks.
    """
    value = _read_like(path)
    data = read_data_config(os.path.join(os.path.dirname(path), value['data']))
    by_tag = {language.tag: language for language in data.languages}
    unknown = [tag for tag in value.get('languages', []) if tag not in by_tag]
    if unknown:
        raise ValueError(f'{path}: {data.id} has no {", ".join(unknown)}')
    if value['direction'] not in (FROM_ENGLISH, TO_ENGLISH):
        raise ValueError(f'{path}: direction must be {FROM_ENGLISH} or {TO_ENGLISH}')
    if value['training'].get('on') not in (ON_CORES, ON_GPU):
        raise ValueError(f'{path}: training.on must be {ON_CORES} or {ON_GPU}')
    shape = value['architecture']
    return ModelConfig(
        id=value['id'],
        data=data,
        direction=value['direction'],
        languages=tuple(by_tag[tag] for tag in value.get('languages', by_tag)),
        architecture=Architecture(
            pieces=data.vocabulary['pieces'],
            encoder_layers=shape['encoderLayers'],
            decoder_layers=shape['decoderLayers'],
            width=shape['width'],
            feed_forward=shape['feedForward'],
            heads=shape['heads'],
        ),
        architecture_name=shape['name'],
        training=value['training'],
        release=value['release'],
    )


def change_settings(settings, changes):
    """Sets what `NAME=VALUE` says, for settings that are there already. Raises ValueError for others."""
    for change in changes:
        name, _, text = change.partition('=')
        if name not in settings:
            raise ValueError(f'{change}: there is no such setting; there are {", ".join(sorted(settings))}')
        try:
            settings[name] = type(settings[name])(json.loads(text))
        except (ValueError, TypeError) as error:
            raise ValueError(f'{change}: a number is wanted') from error


def base_of(language):
    """A language without its variety: `pt` of `pt-BR`."""
    return language.tag.split('-')[0]


def phrase_book_name(direction, language):
    """The phrase book of a direction, in the folder of the data; varieties of a language share one."""
    base = base_of(language)
    sides = ('en', base) if direction == FROM_ENGLISH else (base, 'en')
    return f'phrases.{"-".join(sides)}.tsv'


class Workplace(NamedTuple):
    """Where the steps put what they make."""

    root: str

    def packages(self):
        return os.path.join(self.root, 'packages')

    def raw(self):
        return os.path.join(self.root, 'raw')

    def corpora(self):
        return os.path.join(self.root, 'corpora')

    def of(self, config, *parts):
        """The folder of a data file or of a model, or something in it."""
        return os.path.join(self.root, config.id, *parts)
