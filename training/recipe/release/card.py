"""The model card: `README.md` of a model folder, out of its metadata."""
import os

from ..files import read_json, replacing
from .model_folder import METADATA_NAME


def write_card(folder):
    """Writes the card; again after every change of the metadata."""
    metadata = read_json(os.path.join(folder, METADATA_NAME))
    with replacing(os.path.join(folder, 'README.md')) as draft, open(draft, 'w', encoding='utf-8') as file:
        file.write(card_of(metadata))


def card_of(metadata):
    """The text of the card."""
    parts = [f'# {metadata["id"]}', metadata['origin']]
    if metadata.get('isStarter'):
        parts.append(
            'A small starter model: good at text about software, at interfaces and at plain everyday '
            'sentences; weak at news, law, medicine and long sentences with names, where it may be '
            'fluent and wrong. `dragoman models pull` gives better ones.'
        )
    parts += [
        f'Version {metadata["version"]}, architecture {metadata["architecture"]}, offered as `{metadata["modelType"]}`.',
        '## Scores\n\n' + _score_table(metadata.get('evaluation', {}).get('scores', [])),
        '## Trained on\n\n' + _attribution_table(metadata['attributions']),
        '## Licence\n\n'
        f'{metadata["license"]}. The texts above keep their licences; they are listed so that they are '
        'credited, and so that a model without any of them can be trained: the source of every pair is '
        'kept until it is packed.',
    ]
    return '\n\n'.join(parts) + '\n'


def _score_table(scores):
    if not scores:
        return 'Not yet evaluated.'
    head = '| Direction | Test set | Sentences | BLEU | chrF |\n|---|---|---:|---:|---:|\n'
    rows = [
        f'| {score["source"]} → {score["target"]} | {score["testSet"]} | {score["sentences"]} '
        f'| {score["bleu"]:.1f} | {score["chrf"]:.1f} |'
        for score in scores
    ]
    note = (
        '\n\nCorpus BLEU with 13a tokens and chrF2, translated by the engine itself. BLEU says little '
        'where words are not set apart by blanks.'
    )
    return head + '\n'.join(rows) + note


def _attribution_table(attributions):
    # What has no number was not trained on, and only gave words to the phrase book.
    rows = [
        f'| {row["name"]} | {row["license"]} | {row["pairs"]:,} |'
        if 'pairs' in row
        else f'| {row["name"]} | {row["license"]} | phrase book |'
        for row in attributions
    ]
    return '| Source | Licence | Pairs |\n|---|---|---:|\n' + '\n'.join(rows)
