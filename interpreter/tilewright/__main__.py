"""`python -m tilewright` and the command `tilewright`."""

from __future__ import annotations

import os
import sys


def main() -> None:
    from tilewright.cli.app import app
    from tilewright.problems import ContentError, TilewrightError, UsageError

    try:
        app()
    except ContentError as error:
        from tilewright.cli.report import print_problems

        print_problems(error.problems, "text")
        sys.exit(1)
    except UsageError as error:
        print(f"tilewright: {error}", file=sys.stderr)
        sys.exit(2)
    except TilewrightError as error:
        print(f"tilewright: {error}", file=sys.stderr)
        sys.exit(1)
    except BrokenPipeError:
        # The reader of the output has gone; nothing is left to say, not even at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(0)


if __name__ == "__main__":
    main()
