"""The steps from checkpoints to a model folder."""
import os

import numpy as np
import sentencepiece
import torch

from ..config import FROM_ENGLISH, base_of, phrase_book_name
from ..cores.carry_over import carry_over, parts_between, weights_of_file
from ..data.packed import PackedPairs
from ..files import read_json, replacing
from ..learn.checkpoint import average_weights, moving_average, weight_files
from ..model.student import Student
from .calibrate import MAX_SENTENCES, measure_inputs
from .card import write_card
from .export import export_float, export_quantised
from .model_folder import place, write_metadata
from .shortlist import place_shortlist


def average(work, config, report=print):
    """checkpoints/ -> average.pt: the moving average of a model trained on cores, or the mean of the last files."""
    moving = moving_average(work.of(config, 'checkpoints'))
    if moving is not None:
        with replacing(work.of(config, 'average.pt')) as draft:
            torch.save(moving, draft)
        report(f'moving average of the weights of {config.id}')
        return
    if 'averagedCheckpoints' not in config.release:
        raise ValueError(f'{config.id} has no checkpoint')
    files = weight_files(work.of(config, 'checkpoints'))[-config.release['averagedCheckpoints']:]
    if not files:
        raise ValueError(f'{config.id} has no checkpoint to average')
    with replacing(work.of(config, 'average.pt')) as draft:
        torch.save(average_weights(files), draft)
    report(f'average of {", ".join(os.path.basename(path) for path in files)}')


def mix(work, config, path, share, vocabulary_path=None, report=print):
    """Moves the weights of average.pt by `share` towards those of another model: (1 - share) x own + share x other.

    Between a model and the one it began with, this keeps more of what the first one knew than further
    training does (Wortsman et al. 2022, "Robust fine-tuning of zero-shot models"). vocabulary_path: the
    other model's vocabulary. Raises ValueError for a share that is not from 0 to 1.
    """
    if not 0 <= share <= 1:
        raise ValueError('--mix-share must be from 0 to 1')
    average_path = work.of(config, 'average.pt')
    own = torch.load(average_path, map_location='cpu')
    other = {name: value.clone() for name, value in own.items()}
    parts = None
    if vocabulary_path is not None:
        parts = parts_between(vocabulary_path, work.of(config.data, 'vocabulary.spm'))
    weights, pieces = carry_over(weights_of_file(path), other, parts)
    mixed = {name: torch.lerp(value.float(), other[name].float(), share) for name, value in own.items()}
    with replacing(average_path) as draft:
        torch.save(mixed, draft)
    report(f'{share} of {path}: {weights} of {len(own)} weights fit, {pieces} pieces')


def load_average(work, config):
    """The student with averaged weights."""
    student = Student(config.architecture)
    student.load_state_dict(torch.load(work.of(config, 'average.pt'), map_location='cpu'))
    return student.eval()


def export(work, config, as_float=False, report=print):
    """average.pt -> models/<id>/, a folder the engine loads; returns it.

    as_float: weights in 32 bits, under `<id>-float`, to compare with.
    """
    student = load_average(work, config)
    if as_float:
        config = config._replace(id=f'{config.id}-float')
    folder = os.path.join(work.root, 'models', config.id)
    os.makedirs(folder, exist_ok=True)
    vocabulary_path = work.of(config.data, 'vocabulary.spm')
    if as_float:
        model = f'model.{config.id}.bin'
        export_float(student, os.path.join(folder, model))
    else:
        model = f'model.{config.id}.intgemm.alphas.bin'
        bounds = measure_inputs(student, _calibration_examples(work, config, vocabulary_path))
        export_quantised(student, os.path.join(folder, model), bounds)
    files = {'model': model, 'vocabulary': place(vocabulary_path, folder, f'vocab.{config.id}.spm')}
    if len({base_of(language) for language in config.languages}) == 1:
        book = work.of(config.data, phrase_book_name(config.direction, config.languages[0]))
        if os.path.exists(book):
            files['phraseBook'] = place(book, folder, f'phrases.{config.id}.tsv')
    sources = read_json(work.of(config.data, 'train', 'sources.json'))
    write_metadata(folder, config, files, sources)
    if config.release.get('shortlist'):
        place_shortlist(work, config, folder)
    write_card(folder)
    size = sum(os.path.getsize(os.path.join(folder, name)) for name in os.listdir(folder))
    report(f'{folder}: {size / 1e6:.1f} MB')
    return folder


def _calibration_examples(work, config, vocabulary_path):
    """Held-out pairs of all languages in turn, as `(source, target)` pieces."""
    packed = PackedPairs(work.of(config.data, 'held-out'))
    vocabulary = sentencepiece.SentencePieceProcessor(model_file=vocabulary_path)
    chosen = []
    for language in config.languages:
        pairs = np.flatnonzero(packed.language == config.data.languages.index(language))
        prefix = vocabulary.encode(language.prefix) if config.is_multilingual_target else []
        for pair in pairs[:MAX_SENTENCES // len(config.languages) + 1]:
            english, other = (tokens.tolist() for tokens in packed.tokens(pair))
            source, target = (english, other) if config.direction == FROM_ENGLISH else (other, english)
            chosen.append(([*prefix, *source], target))
    return chosen
