"""English sentences that a language has no translation of, translated by a model.

A model into English that learns from them writes English that people wrote, whatever the other side
is like: Sennrich et al. 2016, "Improving Neural Machine Translation Models with Monolingual Data".
"""
import glob
import json
import os
import subprocess
import zlib

from ..files import read_json
from .raw_pairs import RawPairs, raw_path, read_raw_pairs

SOURCE = 'back-translated'
# Prose and everyday sentences. Texts about software are what every language has enough of.
ENGLISH_SOURCES = {
    'aaps', 'adonthell', 'andors', 'cdda', 'cocoa', 'esco', 'europarl', 'freeciv', 'games', 'handbook', 'mgsm', 'mlqe',
    'mtgeneval', 'obs', 'pud', 'rpl', 'sdg', 'tails', 'tatoeba', 'tico19', 'udhr', 'ufoai', 'wesnoth', 'xquad',
}
WORDS = range(3, 41)
CHUNK_LINES = 20_000


def back_translate(raw_folder, model_folder, script, limit, report=print):
    """Writes the raw pairs of the source `back-translated`, for the target of a model from English.

    script: `evaluate/translate.mjs`. limit: how many sentences; the same ones every time.
    """
    pair = read_json(os.path.join(model_folder, 'metadata.json'))['pairs'][0]
    target = pair['target']
    language = target.partition('-')[0]
    lines = untranslated_english(raw_folder, language)[:limit]
    report(f'{len(lines)} English sentences without {language}')
    with RawPairs(SOURCE, raw_folder) as pairs:
        for start in range(0, len(lines), CHUNK_LINES):
            chunk = lines[start:start + CHUNK_LINES]
            request = json.dumps({'source': 'en', 'target': target, 'lines': chunk})
            done = subprocess.run(['node', script, model_folder], input=request, capture_output=True, text=True, check=True)
            for english, other in zip(chunk, json.loads(done.stdout)):
                pairs.add(target, english, other)
            report(f'{start + len(chunk)} translated')


def untranslated_english(raw_folder, language):
    """The English sentences of general texts that only other languages have, in an order drawn once."""
    own = {english.casefold() for path in _raw_files(raw_folder, language) for english, *_ in read_raw_pairs(path)}
    found = {}
    for path in _raw_files(raw_folder, '*'):
        for english, _, tagged in read_raw_pairs(path):
            key = english.casefold()
            is_wanted = tagged.partition(':')[0] in ENGLISH_SOURCES and '\n' not in english and len(english.split()) in WORDS
            if is_wanted and key not in own:
                found.setdefault(key, english)
    return sorted(found.values(), key=lambda english: zlib.crc32(english.encode()))


def _raw_files(raw_folder, language):
    made = raw_path(raw_folder, SOURCE, '')
    paths = sorted(glob.glob(raw_path(glob.escape(raw_folder), '*', language)))
    return [path for path in paths if not path.startswith(made.removesuffix('.tsv'))]
