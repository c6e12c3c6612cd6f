"""Files beside `hosts.yaml` that commands of ours write: which schema, then an entry for each device."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from pydantic import ValidationError

from fabric.core.diagnostic import Diagnostic, FabricError, error
from fabric.core.document import read_file
from fabric.core.wording import in_words

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from fabric.core.document import Document
    from fabric.core.source import Source

SCHEMA = "fabric/1"
Entry = TypeVar("Entry")


@dataclass(frozen=True, slots=True)
class Written(Generic[Entry]):
    """One kind of such a file."""

    word: str
    """Its name without `.yaml`, and the key of the line that says the schema."""
    code: str
    """Of every mistake in it."""
    entry: Callable[[Any], Entry]
    """Reads the entry of a device; raises ValidationError."""

    def place(self, folder: str) -> str:
        """Return where the file of an inventory folder stands."""
        return f"{folder}/{self.word}.yaml" if folder else f"{self.word}.yaml"

    def read(self, source: Source, folder: str) -> dict[str, Entry]:
        """Return the entries by device; none without the file. Raises FabricError with every mistake."""
        if not source.has(self.place(folder)):
            return {}
        document = read_file(source, self.place(folder))
        found: dict[str, Entry] = {}
        problems = list(self._unsaid(document))
        for device, raw in document.data.items():
            if device == self.word:
                continue
            try:
                found[device] = self.entry(raw)
            except ValidationError as failure:
                problems += self._mistakes(document, device, failure)
        if problems:
            raise FabricError(*problems)
        return found

    def _unsaid(self, document: Document) -> Iterator[Diagnostic]:
        if document.data.get(self.word) != SCHEMA:
            hint = f"begin it with `{self.word}: {SCHEMA}`"
            wrong = error(self.code, "the file does not say which schema it has", (self.word,), hint)
            yield wrong.at(document.place((self.word,)))

    def _mistakes(self, document: Document, device: str, failure: ValidationError) -> Iterator[Diagnostic]:
        for detail in failure.errors():
            path = (device, *detail["loc"])
            words = f"`{'.'.join(map(str, path))}`: {in_words(detail['msg'])}"
            yield error(self.code, words, path).at(document.place(path))
