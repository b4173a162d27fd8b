"""The folder of a model: its files, its metadata, its card."""
import hashlib
import os
import shutil

from ..config import FROM_ENGLISH, base_of
from ..corpora.address import ADDRESSES
from ..files import read_json, write_json

FORMAT_VERSION = 1
METADATA_NAME = 'metadata.json'


def write_metadata(folder, config, files, sources):
    """Writes `metadata.json`.

    packages/engines/src/neural/models/metadata.ts says what it may hold.

    files: names in the folder by role (`model`, `vocabulary`, `shortlist`); sources: how many
    pairs of each source the model was trained on. Scores come later, from the evaluation.
    """
    release = config.release
    write_json(
        os.path.join(folder, METADATA_NAME),
        {
            'formatVersion': FORMAT_VERSION,
            'id': config.id,
            **({'isStarter': True} if release.get('isStarter') else {}),
            'pairs': pairs_of(config),
            'architecture': config.architecture_name,
            'modelType': release['modelType'],
            'version': release['version'],
            **({'beamSize': release['beamSize']} if 'beamSize' in release else {}),
            'license': release['license'],
            'origin': release['origin'],
            'attributions': attributions_of(sources),
            'files': {role: describe(folder, name) for role, name in files.items()},
        },
    )


def pairs_of(config):
    """The directions of a model as the engine is told them.

    A source is never a variety: nobody asks for a translation from Brazilian Portuguese.
    """
    if config.direction != FROM_ENGLISH:
        sources = dict.fromkeys(base_of(language) for language in config.languages)
        return [{'source': source, 'target': 'en'} for source in sources]
    return [
        {
            'source': 'en',
            'target': language.tag,
            **({'prefix': language.prefix} if config.is_multilingual_target else {}),
            # Only a model that was found to do as the marks ask may be asked.
            **({'formality': dict(zip(ADDRESSES, config.data.marks))} if config.release.get('formality') else {}),
        }
        for language in config.languages
    ]


def describe(folder, name):
    """What the metadata say of a file."""
    with open(os.path.join(folder, name), 'rb') as file:
        content = file.read()
    return {'name': name, 'bytes': len(content), 'sha256': hashlib.sha256(content).hexdigest()}


def attributions_of(sources):
    """Whose text a model was trained on, under which licence, most pairs first."""
    known = read_json(os.path.join(os.path.dirname(__file__), 'attributions.json'))
    missing = [source for source in sources if source not in known]
    if missing:
        raise ValueError(f'attributions.json says nothing of {", ".join(missing)}')
    return [{**known[source], 'pairs': count} for source, count in sources.items()]


def place(source, folder, name):
    """Copies a file into the folder; returns its name there."""
    shutil.copyfile(source, os.path.join(folder, name))
    return name
