"""Folders as compressed parts of limited size, to carry them to another machine in pieces."""
import glob
import hashlib
import io
import lzma
import os
import tarfile

from .files import read_json, write_json

# Quick, since it may run where time is dear; made for 16-bit tokens, and wide enough that the same
# English sentence is found again in the next language.
_FILTERS = [{'id': lzma.FILTER_LZMA2, 'preset': 1, 'dict_size': 1 << 26, 'lp': 1, 'lc': 3, 'pb': 1}]
MANIFEST_NAME = 'parts.json'


class _PartWriter(io.RawIOBase):
    """Writes on to the next file whenever one is full."""

    def __init__(self, folder, part_bytes):
        self._folder, self._part_bytes = folder, part_bytes
        self._file, self._hash = None, None
        self.parts = []

    def writable(self):
        return True

    def write(self, data):
        view = memoryview(data)
        while view:
            if self._file is None or self._file.tell() == self._part_bytes:
                self._next()
            some = view[:self._part_bytes - self._file.tell()]
            self._file.write(some)
            self._hash.update(some)
            view = view[len(some):]
        return len(data)

    def _next(self):
        self.finish()
        name = f'part-{len(self.parts):03}'
        self.parts.append({'name': name, 'sha256': None})
        self._hash = hashlib.sha256()
        self._file = open(os.path.join(self._folder, name), 'wb')

    def finish(self):
        if self._file is not None:
            self._file.close()
            self.parts[-1]['sha256'] = self._hash.hexdigest()
            self._file = None


def bundle(paths, folder, part_bytes):
    """Packs files and folders into `folder/part-000` and so on, and names them in `parts.json`."""
    os.makedirs(folder, exist_ok=True)
    for old in glob.glob(os.path.join(folder, 'part-*')):
        os.remove(old)
    writer = _PartWriter(folder, part_bytes)
    with lzma.LZMAFile(writer, 'w', filters=_FILTERS) as packed, tarfile.open(fileobj=packed, mode='w|') as archive:
        for path in paths:
            archive.add(path, os.path.basename(os.path.normpath(path)))
    writer.finish()
    write_json(os.path.join(folder, MANIFEST_NAME), {'parts': writer.parts})
    return writer.parts


def unbundle(folder, target):
    """Unpacks what `bundle` packed, below `target`.

    Raises ValueError naming the parts that are missing or damaged, before anything is unpacked.
    """
    manifest = os.path.join(folder, MANIFEST_NAME)
    if not os.path.exists(manifest):
        raise ValueError(f'{manifest} is missing')
    parts = read_json(manifest)['parts']
    wrong = [part['name'] for part in parts if _hash_of(os.path.join(folder, part['name'])) != part['sha256']]
    if wrong:
        raise ValueError(f'{folder}: missing or damaged: {", ".join(wrong)}')
    os.makedirs(target, exist_ok=True)
    with _PartReader([os.path.join(folder, part['name']) for part in parts]) as reader:
        with lzma.LZMAFile(reader) as packed, tarfile.open(fileobj=packed, mode='r|') as archive:
            _extract(archive, target)


def _extract(archive, target):
    # Python 3.12 and later warn without the filter; Debian 12's first 3.11 does not know it.
    if hasattr(tarfile, 'data_filter'):
        archive.extractall(target, filter='data')
    else:
        archive.extractall(target)


def _hash_of(path):
    if not os.path.exists(path):
        return None
    digest = hashlib.sha256()
    with open(path, 'rb') as file:
        while block := file.read(1 << 20):
            digest.update(block)
    return digest.hexdigest()


class _PartReader(io.RawIOBase):
    """Reads parts as one file."""

    def __init__(self, paths):
        self._paths, self._file = list(paths), None

    def readable(self):
        return True

    def close(self):
        if self._file is not None:
            self._file.close()
        super().close()

    def readinto(self, buffer):
        while True:
            if self._file is None:
                if not self._paths:
                    return 0
                self._file = open(self._paths.pop(0), 'rb')
            count = self._file.readinto(buffer)
            if count:
                return count
            self._file.close()
            self._file = None
