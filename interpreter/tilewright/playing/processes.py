"""Work shared by several processes; what comes out is the same for any number of them."""

from __future__ import annotations

import signal
from contextlib import contextmanager, suppress
from multiprocessing import get_all_start_methods, get_context
from multiprocessing.connection import wait
from typing import TYPE_CHECKING, Any, Literal, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterator
    from multiprocessing.connection import Connection

T = TypeVar("T")
X = TypeVar("X")
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
    shares = [range(first, count, jobs) for first in range(jobs)]
    with _at_work([(_work_off, work, share) for share in shares], start) as pipes:
        for number in range(count):
            found = _received(pipes[number % jobs])
            yield found[0] if found else work(number)


def as_done(work: Callable[[X], T], items: Iterator[X], jobs: int) -> Generator[T]:
    """What `work` gives for each item, as soon as it is there; it is sent to other processes.

    An item is only asked for when somebody can begin with it, so the next ones may depend on what
    came out. Here too, what a process could not do is done here.
    """
    if jobs < 2:
        yield from map(work, items)
        return
    with _at_work([(_work_on, work)] * jobs, "spawn") as pipes:
        busy: dict[Connection, X] = {}
        for pipe in pipes:
            _sent(pipe, items, busy)
        while busy:
            ready: Any = wait(list(busy))
            for pipe in ready:
                item, found = busy.pop(pipe), _received(pipe)
                if found:
                    # It goes on while somebody looks at what it found.
                    _sent(pipe, items, busy)
                yield found[0] if found else work(item)
        yield from map(work, items)


@contextmanager
def _at_work(tasks: list[tuple[Any, ...]], start: Start) -> Iterator[list[Connection]]:
    """The lines to processes, each of which calls a function with some arguments and its line."""
    workers: list[tuple[Any, Connection]] = []
    try:
        with not_interrupted(start):
            workers.extend(_started(task, start) for task in tasks)
        yield [pipe for _, pipe in workers]
    finally:
        for process, pipe in workers:
            pipe.close()
            process.terminate()
        for process, _ in workers:
            process.join()


def _started(task: tuple[Any, ...], start: Start) -> tuple[Any, Connection]:
    context: Any = get_context(start)
    here, there = context.Pipe()
    process = context.Process(target=task[0], args=(*task[1:], there), daemon=True)
    process.start()
    there.close()
    return process, here


def _sent(pipe: Connection, items: Iterator[X], busy: dict[Connection, X]) -> None:
    """Give a process the next item, if there is one and it can still be reached."""
    for item in items:
        busy[pipe] = item
        # One that is gone is noticed when it is listened to.
        with suppress(OSError):
            pipe.send(item)
        return


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


def _work_on(work: Callable[[Any], Any], there: Connection) -> None:
    """The same for items that come one by one."""
    with suppress(Exception, KeyboardInterrupt):
        while True:
            there.send(work(there.recv()))


@contextmanager
def not_interrupted(start: Start) -> Iterator[None]:
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
