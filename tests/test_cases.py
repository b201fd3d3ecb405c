"""All cases under `cases/`, one test for each."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from case_runner import Case, all_cases, run_case

if TYPE_CHECKING:
    from pathlib import Path


def _param(case: Case) -> object:
    bug = case.raw.get("known_bug")
    marks = [pytest.mark.xfail(reason=bug, strict=True)] if bug else []
    return pytest.param(case, id=case.id, marks=marks)


@pytest.mark.parametrize("case", [_param(c) for c in all_cases()])
def test_case(case: Case, tmp_path: Path) -> None:
    run_case(case, tmp_path)
