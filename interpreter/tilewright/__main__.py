"""`python -m tilewright` and the command `tilewright`."""

from __future__ import annotations

import gc
import signal
import sys

INTERRUPTED = 130
# Of what a command loads nearly all stays, so that to look for garbage as often as Python does by
# itself takes a twentieth of its time.
SELDOM = 50_000, 20, 50


def main() -> None:
    """Run a command, and leave with its exit code; nothing ends in a traceback of Python."""
    gc.set_threshold(*SELDOM)
    try:
        code = _code()
    except KeyboardInterrupt as error:
        code = INTERRUPTED
        # A terminal has `^C` at the beginning of this line.
        at_terminal = sys.stderr is not None and sys.stderr.isatty()
        _say(str(error) or "interrupted", "\n" if at_terminal else "")
    # A second Ctrl-C must not disturb the end.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    sys.exit(code)


def _say(sentence: str, before: str = "") -> None:
    """Tell what ended the command, if there is anybody to hear it; nothing need be imported."""
    from contextlib import suppress

    if sys.stderr is not None:
        with suppress(OSError):
            print(f"{before}tilewright: {sentence}", file=sys.stderr, flush=True)


def _code() -> int:
    from tilewright.cli import streams

    streams.prepare()
    try:
        code = _run()
        sys.stdout.flush()
    except BrokenPipeError:
        # The reader of the output has gone; nothing is left to say.
        streams.abandon()
        return 0
    except OSError as error:
        _say(streams.why(error))
        streams.abandon()
        return 1
    return code


def _run() -> int:
    from tilewright.cli.app import app
    from tilewright.cli.streams import Left
    from tilewright.problems import ContentError, TilewrightError, UsageError

    try:
        app()
    except SystemExit as leaving:
        if leaving.code == INTERRUPTED:   # Ctrl-C between two steps of the library of commands
            raise KeyboardInterrupt from leaving
        return leaving.code if isinstance(leaving.code, int) else int(leaving.code is not None)
    except Left as left:
        raise left.error from left
    except ContentError as error:
        from tilewright.cli.report import print_problems

        print_problems(error.problems, "text", error.notes)
        return 1
    except UsageError as error:
        _say(str(error))
        return 2
    except TilewrightError as error:
        _say(str(error))
        return 1
    return 0


if __name__ == "__main__":
    main()
