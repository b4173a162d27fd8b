"""Writing files so that what was interrupted never looks finished."""
import json
import os
from contextlib import contextmanager


@contextmanager
def replacing(path):
    """Gives a path to write to, and moves what was written to `path` if nothing went wrong."""
    draft = f'{path}.draft'
    os.makedirs(os.path.dirname(os.path.abspath(path)), exist_ok=True)
    yield draft
    os.replace(draft, path)


def write_json(path, value):
    """Writes a value as JSON, indented, as a whole or not at all."""
    with replacing(path) as draft, open(draft, 'w', encoding='utf-8') as file:
        json.dump(value, file, indent=2, ensure_ascii=False)
        file.write('\n')


def read_json(path):
    """Reads a JSON file."""
    with open(path, encoding='utf-8') as file:
        return json.load(file)
