"""Processes that follow the first one, and signals that end them all."""
import contextlib
import ctypes
import signal

# Linux's prctl: the signal a process gets when its parent is gone.
_PARENT_DEATH_SIGNAL = 1


@contextlib.contextmanager
def followers(context, workers):
    """Runs each worker in a process of its own until its last order.

    They never outlive this process; where one of them ends by itself, RuntimeError is raised here.
    """
    children = [context.Process(target=_follow, args=(worker,), daemon=True) for worker in workers]

    def look_after_children(*_):
        failed = [child.exitcode for child in children if child.exitcode not in (None, 0)]
        if failed:
            raise RuntimeError(f'a process of the training ended with code {failed[0]}')

    with _handled(signal.SIGCHLD, look_after_children):
        for child in children:
            child.start()
        try:
            yield
            for child in children:
                child.join()
        except Exception:
            # What a process leaves behind that ended while it waited may fail here before its signal comes.
            look_after_children()
            raise
        finally:
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            for child in children:
                child.kill()
                child.join()


def _follow(worker):
    ctypes.CDLL(None).prctl(_PARENT_DEATH_SIGNAL, signal.SIGKILL)
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    # A terminal sends these to all processes; the first one decides.
    for ignored in (signal.SIGINT, signal.SIGTERM):
        signal.signal(ignored, signal.SIG_IGN)
    worker.begin()
    while worker.obey():
        pass


@contextlib.contextmanager
def ended_by_signals(end):
    """Calls `end` on SIGTERM and SIGINT, instead of what they otherwise do."""
    with _handled(signal.SIGTERM, lambda *_: end()), _handled(signal.SIGINT, lambda *_: end()):
        yield


@contextlib.contextmanager
def _handled(number, handler):
    before = signal.signal(number, handler)
    try:
        yield
    finally:
        signal.signal(number, before)
