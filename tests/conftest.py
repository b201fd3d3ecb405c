"""What all tests share."""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
# The packs that somebody has installed must not change what tests find.
os.environ["XDG_DATA_HOME"] = str(Path(tempfile.gettempdir()) / f"no-packs-{os.getpid()}")
