"""Work shared by several processes; what comes out is the same for any number of them."""

from __future__ import annotations

import signal
from contextlib import contextmanager, suppress
from multiprocessing import get_all_start_methods, get_context
from typing import TYPE_CHECKING, Any, Literal, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from multiprocessing.connection import Connection

T = TypeVar("T")
Start = Literal["fork", "spawn"]


def shared(work: Callable[[int], T], count: int, jobs: int, start: Start) -> Iterator[T]:
    """What `work` gives for each number below `count`, in their order.

    A process that is forked has everything and needs nothing sent; one that is spawned gets `work`
    sent, and works where nothing may be forked. What a process could not do, because it failed or
    was lost, is done here: so an error comes as it would without processes, at its number.
    """
    if jobs < 2 or count < 2 or start not in get_all_start_methods():
        yield from map(work, range(count))
        return
    jobs = min(jobs, count)
    workers: list[tuple[Any, Connection]] = []
    try:
        with _not_interrupted(start):
            workers.extend(_started(work, range(first, count, jobs), start)
                           for first in range(jobs))
        for number in range(count):
            found = _received(workers[number % jobs][1])
            yield found[0] if found else work(number)
    finally:
        for process, pipe in workers:
            pipe.close()
            process.terminate()
        for process, _ in workers:
            process.join()


def _started(work: Callable[[int], T], numbers: range, start: Start) -> tuple[Any, Connection]:
    context: Any = get_context(start)
    here, there = context.Pipe(duplex=False)
    process = context.Process(target=_work_off, args=(work, numbers, there), daemon=True)
    process.start()
    there.close()
    return process, here


def _received(pipe: Connection) -> list[Any]:
    """What comes next out of a process, as a list of one; nothing if it has ended."""
    with suppress(EOFError, OSError):
        return [pipe.recv()]
    return []


def _work_off(work: Callable[[int], Any], numbers: range, there: Connection) -> None:
    """In a process of its own; it ends quietly at the first error, and when nobody listens."""
    with suppress(Exception, KeyboardInterrupt):
        for number in numbers:
            there.send(work(number))


@contextmanager
def _not_interrupted(start: Start) -> Iterator[None]:
    """Processes that begin in here do not hear Ctrl-C: who started them ends them."""
    block = getattr(signal, "pthread_sigmask", None)
    if block is None:
        yield
        return
    if start == "spawn":
        from multiprocessing import resource_tracker

        # Begun by the first process that is spawned, it would let the signal through again.
        resource_tracker.ensure_running()
    before = block(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        block(signal.SIG_SETMASK, before)
