"""Where shipped data is: beside the package when installed, at the top of the repository else."""

from __future__ import annotations

from functools import cache
from pathlib import Path


@cache
def data_folder(name: str) -> Path:
    """The folder `content`, `schema` or `variants`."""
    package = Path(__file__).resolve().parent.parent
    packed = package / "_data" / name
    return packed if packed.is_dir() else package.parent.parent / name
