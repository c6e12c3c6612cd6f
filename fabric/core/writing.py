"""A file that cannot be written is named: a full disk says neither which file nor which disk."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@contextmanager
def writing(path: Path, draft: Path) -> Iterator[None]:
    """Write a file by a draft beside it; when that fails the draft goes, and the error names the file."""
    try:
        yield
    except OSError as fault:
        draft.unlink(missing_ok=True)
        if fault.filename is None or fault.filename == str(draft):
            fault.filename = str(path)
        raise
    except BaseException:
        draft.unlink(missing_ok=True)
        raise
