"""What this processor can do, and the environment that training on it needs.

Nothing here may import NumPy or PyTorch: both read the environment when they are loaded.
"""
import os
import sys

_AVX512 = ('avx512f', 'avx512dq', 'avx512bw', 'avx512vl', 'avx512cd')
_AVX2 = ('avx2', 'fma')


def processor_flags(path='/proc/cpuinfo'):
    """The instruction sets of this processor, by Linux's names; none where it does not say."""
    try:
        with open(path, encoding='ascii', errors='replace') as file:
            for line in file:
                name, _, value = line.partition(':')
                if name.strip() in ('flags', 'Features'):
                    return frozenset(value.split())
    except OSError:
        pass
    return frozenset()


def has_half_products(flags):
    """Whether the processor multiplies 16-bit numbers (bfloat16) sixteen sums at a time."""
    return 'avx512_bf16' in flags and all(flag in flags for flag in _AVX512)


def training_environment(flags):
    """Variables that make training faster, for a processor with these flags.

    OpenBLAS takes processors it does not know for old ones, and is then five times slower; a core
    type the processor does not have would end in an illegal instruction. The C library gives large
    blocks back to the system at once, so that every large tensor costs page faults.
    """
    variables = {
        # Threads that wait for each other burn more than they bring on a shared machine.
        'OMP_NUM_THREADS': '1',
        'OPENBLAS_NUM_THREADS': '1',
        'MALLOC_MMAP_THRESHOLD_': str(1 << 30),
        'MALLOC_TRIM_THRESHOLD_': str(1 << 32),
    }
    if all(flag in flags for flag in _AVX512):
        variables['OPENBLAS_CORETYPE'] = 'SkylakeX'
    elif all(flag in flags for flag in _AVX2):
        variables['OPENBLAS_CORETYPE'] = 'Haswell'
    return variables


def start_with_training_environment():
    """Starts this program anew with the variables it lacks, if any: the C library reads them at its start.

    What is set already stays, so that anyone's own choice counts.
    """
    wanted = training_environment(processor_flags())
    missing = {name: value for name, value in wanted.items() if name not in os.environ}
    if missing:
        os.execve(sys.executable, [sys.executable, *sys.orig_argv[1:]], {**os.environ, **missing})
