"""Pieces played on other machines, or on this one as if it were many, with Dask.

Packs go to each worker once, also to those that come later, and never as code. A worker that is
lost does no harm: what it had is played by another one.
"""

from __future__ import annotations

import logging
import re
from concurrent.futures import CancelledError
from contextlib import contextmanager, suppress
from itertools import islice
from secrets import token_hex
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import dask
from distributed import Client, LocalCluster, WorkerPlugin, as_completed
from distributed.comm import CommClosedError
from distributed.scheduler import KilledWorker

from tilewright.lab.parcels import Parcel, Refused, bring, forget
from tilewright.lab.program import program
from tilewright.playing.processes import not_interrupted
from tilewright.problems import UsageError

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator

    from distributed import Future, Scheduler, Worker

    from tilewright.lab.cutting import Cutter
    from tilewright.lab.work import Done, Work

LOCAL = re.compile(r"local(?::([1-9][0-9]{0,2}))?")
SCHEDULER = re.compile(r"[a-z]+://\S+")
# Seconds until a scheduler that does not answer is not waited for any more.
PATIENCE = 10
# So many workers may be lost with a piece before it is taken for what ends them.
FAILURES = 10
# Pieces on their way for each that is played, so that nobody waits for the next one.
AHEAD = 2


def as_done_there(work: Work, cutter: Cutter, where: str, name: str) -> Generator[Done]:
    """What comes of each piece, as soon as it is there; what cannot be played there is played here.

    `where` is the address of a scheduler, or `local:4`; the name is one of all that is the same.
    """
    with _quiet(), _connected(where) as client:
        _same_program(client, where)
        with _brought(client, work.parcel):
            yield from _through(client, work, cutter, name, where)


def _through(client: Client, work: Work, cutter: Cutter, name: str, where: str
             ) -> Generator[Done]:
    bare = work.bare()
    on_way: dict[Future, range] = {}
    coming = as_completed(loop=client.loop)

    def send() -> None:
        cutter.hands = max(1, sum(client.nthreads().values()))
        for piece in islice(cutter, max(0, AHEAD * cutter.hands - len(on_way))):
            future = client.submit(bare, piece, key=f"{name}-{piece[0]}-{piece[-1]}")
            on_way[future] = piece
            coming.add(future)

    try:
        send()
        for future in coming:
            piece, done = on_way.pop(future), _done(future)
            # The worker need not hold it any longer.
            future.release()
            send()
            yield work(piece) if done is None else done
    except (CommClosedError, CancelledError) as error:
        raise UsageError(f"the scheduler at {where} is gone; what came until then can be kept, so "
                         "that another run goes on with it") from error
    finally:
        with suppress(Exception):
            client.cancel(list(on_way))


def _done(future: Future) -> Done | None:
    """What a worker found; nothing if it could not, for reasons that will show here as well."""
    error = future.exception() if future.status == "error" else None
    if isinstance(error, Refused):
        raise error
    if isinstance(error, KilledWorker):
        raise UsageError(f"{FAILURES + 1} workers were lost with the same piece; their logs tell "
                         "why, perhaps too little memory") from error
    found: Done | None = future.result() if error is None else None
    return found


@contextmanager
def _quiet() -> Iterator[None]:
    """What goes wrong is told in a sentence, not by Dask as it happens."""
    loggers = [logging.getLogger(name) for name in ("distributed", "distributed.client")]
    before = [logger.level for logger in loggers]
    for logger in loggers:
        logger.setLevel(logging.CRITICAL)
    try:
        yield
    finally:
        for logger, level in zip(loggers, before, strict=True):
            logger.setLevel(level)


# -- who is there ---------------------------------------------------------------------------------


@contextmanager
def _connected(where: str) -> Iterator[Client]:
    local = LOCAL.fullmatch(where)
    if local:
        with _at_home(int(local[1] or 2)) as cluster, Client(cluster, set_as_default=False) as here:
            yield here
        return
    if not SCHEDULER.fullmatch(where):
        raise UsageError(f"'{where}' is no cluster; give the address of a Dask scheduler, such as "
                         "tcp://HOST:8786, or local:2 for two workers here")
    try:
        client = Client(where, timeout=PATIENCE, set_as_default=False)
    except (OSError, ValueError) as error:
        raise UsageError(f"no Dask scheduler answers at {where}; start one with: dask scheduler"
                         ) from error
    with client:
        yield client


@contextmanager
def _at_home(workers: int) -> Iterator[LocalCluster]:
    """Workers of this machine; nothing of them is left."""
    with (TemporaryDirectory(prefix="tilewright-") as folder,
          dask.config.set({"distributed.scheduler.allowed-failures": FAILURES})):
        with not_interrupted("spawn"):
            cluster = LocalCluster(
                n_workers=workers, threads_per_worker=1, processes=True, memory_limit=0,
                dashboard_address=None, worker_dashboard_address=None, scheduler_port=0,
                silence_logs=logging.CRITICAL, local_directory=folder)
        with cluster:
            yield cluster


def _same_program(client: Client, where: str) -> None:
    """Refuse to play where other code runs: the games would not be the same."""
    try:
        told = {"the scheduler": client.run_on_scheduler(_ready)}
    except Exception as error:  # noqa: BLE001 - whatever it is, it runs something else
        told = {"the scheduler": error}
    workers = client.run(program, on_error="return")
    if not workers:
        raise UsageError(f"no worker is there at {where}; start some with: dask worker {where} "
                         "--nthreads 1")
    told |= {f"the worker {address}": found for address, found in workers.items()}
    for who, found in told.items():
        if found != program():
            what = found if isinstance(found, str) else "another version, or none"
            raise Refused(f"{who} runs tilewright {what}, and here it is {program()}; install the "
                          "same version on all machines, and start them anew")


def _ready(dask_scheduler: Scheduler) -> str:
    """What runs at a scheduler, which is asked to have more patience."""
    dask_scheduler.allowed_failures = max(FAILURES, dask_scheduler.allowed_failures)
    return program()


# -- packs that travel ----------------------------------------------------------------------------


class Packs(WorkerPlugin):  # type: ignore[misc]
    """Brings the packs of a game to each worker, when it starts or at once."""

    def __init__(self, parcel: Parcel) -> None:
        self.parcel = parcel

    def setup(self, worker: Worker) -> None:
        """The game is made when the first piece comes."""
        bring(self.parcel, worker.local_directory)

    def teardown(self, worker: Worker) -> None:  # noqa: ARG002 - what it is called with
        """Nobody wants the game any more."""
        forget(self.parcel.hash)


@contextmanager
def _brought(client: Client, parcel: Parcel) -> Iterator[None]:
    # Two runs of the same game at the same time do not take the packs from each other.
    name = f"tilewright-{parcel.hash}-{token_hex(4)}"
    client.register_plugin(Packs(parcel), name=name)
    try:
        yield
    finally:
        with suppress(Exception):
            client.unregister_worker_plugin(name)
