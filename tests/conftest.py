"""What all tests share: where the material beside the repository is, and `--update` for golden files."""

from __future__ import annotations

import pathlib

import pytest

SHARED = pathlib.Path(__file__).parents[1].parent / "shared"


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add `--update`, which rewrites golden files with what the code does now."""
    parser.addoption("--update", action="store_true", help="rewrite golden files; never deletes any")


@pytest.fixture
def update(request: pytest.FixtureRequest) -> bool:
    """Whether golden files are to be rewritten."""
    return bool(request.config.getoption("--update"))


@pytest.fixture(scope="session")
def shared() -> pathlib.Path:
    """Return the folder with the specification and Google's samples; skip where there is none."""
    if not SHARED.is_dir():
        pytest.skip("the folder ../shared is not there")
    return SHARED
