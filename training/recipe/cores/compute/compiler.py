"""Compiles the kernels on demand, for this very processor."""
import ctypes
import hashlib
import os
import shutil
import subprocess

from .processor import has_half_products, processor_flags

_SOURCES = os.path.join(os.path.dirname(os.path.abspath(__file__)), 'kernels')
_HALF_PRODUCTS = 'half_products.cpp'
_OPTIONS = ('-O3', '-march=native', '-ffast-math', '-shared', '-fPIC', '-std=c++17')
_TIMEOUT_SECONDS = 300


class Compiled:
    """The compiled kernels; `has_half_products` says whether the 16-bit products are among them."""

    def __init__(self, library, with_half_products):
        self.library = library
        self.has_half_products = with_half_products


def compiled_kernels(cache, report=print, compiler='g++'):
    """Compiles the kernels, or takes those compiled before from the folder `cache`.

    Returns None where there is no compiler, or where it fails, which is reported: training then is
    slower. The name of the file holds what it was made of: source, compiler and processor.
    """
    program = shutil.which(compiler)
    if program is None:
        report(f'{compiler} is not installed: training without compiled kernels, a quarter slower')
        return None
    flags = processor_flags()
    with_half_products = has_half_products(flags)
    names = sorted(os.listdir(_SOURCES))
    sources = [
        os.path.join(_SOURCES, name)
        for name in names
        if name.endswith('.cpp') and (with_half_products or name != _HALF_PRODUCTS)
    ]
    path = os.path.join(cache, f'kernels-{_fingerprint(program, names, flags)}.so')
    if not os.path.exists(path):
        problem = _compile(program, sources, path)
        if problem:
            report(f'the kernels do not compile, training without them: {problem}')
            return None
    return Compiled(ctypes.CDLL(path), with_half_products)


def _fingerprint(program, names, flags):
    digest = hashlib.sha256()
    for name in names:
        with open(os.path.join(_SOURCES, name), 'rb') as file:
            digest.update(file.read())
    version = subprocess.run([program, '--version'], capture_output=True, timeout=_TIMEOUT_SECONDS, check=False).stdout
    digest.update(version)
    digest.update(' '.join((*_OPTIONS, *sorted(flags))).encode())
    return digest.hexdigest()[:16]


def _compile(program, sources, path):
    """Compiles to `path`; returns what went wrong, if anything."""
    os.makedirs(os.path.dirname(path), exist_ok=True)
    draft = f'{path}.{os.getpid()}.draft'
    command = [program, *_OPTIONS, *sources, '-o', draft]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=_TIMEOUT_SECONDS, check=False)
    except subprocess.TimeoutExpired:
        return f'{program} took longer than {_TIMEOUT_SECONDS} seconds'
    if done.returncode != 0:
        return done.stderr.strip()[-500:] or f'{program} ended with code {done.returncode}'
    os.replace(draft, path)
    return None
