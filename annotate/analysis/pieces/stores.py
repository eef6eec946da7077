"""What is gathered over all pieces and would not fit into memory: on disk, in the order it came."""

import math
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import IO
from zlib import crc32

import numpy as np
import numpy.typing as npt

_AT_ONCE = 50_000  # rows


class Rows:
    """Rows of numbers, appended piece by piece and read as one array that lies on disk."""

    def __init__(self, path: Path, width: int, dtype: npt.DTypeLike = np.float64) -> None:
        self._path, self._width, self._dtype = path, width, np.dtype(dtype)
        self._path.touch()

    def add(self, rows: npt.NDArray[np.generic]) -> None:
        if rows.ndim != 2 or rows.shape[1] != self._width:
            raise ValueError(f"rows of {self._width} numbers are needed, not {rows.shape}")
        with self._path.open("ab") as file:
            file.write(np.ascontiguousarray(rows, dtype=self._dtype).tobytes())

    def whole(self) -> npt.NDArray[np.generic]:
        if not self._path.stat().st_size:
            return np.empty((0, self._width), dtype=self._dtype)
        numbers = np.memmap(self._path, dtype=self._dtype, mode="r")
        return numbers.reshape(-1, self._width)

    def mean(self, column: int = 0) -> float | None:
        """Return the mean of a column, rounded once from the exact sum; None of no rows."""
        numbers = self.whole()
        return math.fsum(_values(numbers[:, column])) / len(numbers) if len(numbers) else None


def _values(column: npt.NDArray[np.generic]) -> Iterator[float]:
    for start in range(0, len(column), _AT_ONCE):
        yield from column[start : start + _AT_ONCE].tolist()


class Counts:
    """How often each word was counted over all pieces; words counted once may be forgotten.

    Up to ``most`` words are held; then all go to files, by a hash of the word, and are added up
    file by file at the end. Words have no line breaks in them.
    """

    _FILES = 64

    def __init__(self, folder: Path, *, most: int = 2_000_000) -> None:
        self._folder, self._most = folder, most
        self._held: Counter[str] = Counter()
        self._is_spilled = False

    def add(self, counts: Mapping[str, int]) -> None:
        self._held.update(counts)
        if len(self._held) > self._most:
            self._spill()

    def repeated(self) -> Counter[str]:
        """Return the words that were counted twice or more, with how often."""
        if not self._is_spilled:
            return _repeated(self._held)
        self._spill()
        found: Counter[str] = Counter()
        for number in range(self._FILES):
            found |= _repeated(self._of_file(number))
        return found

    def _spill(self) -> None:
        self._is_spilled = True
        self._folder.mkdir(exist_ok=True)
        lines: list[list[str]] = [[] for _ in range(self._FILES)]
        for word, count in self._held.items():
            lines[crc32(word.encode("utf-8", "surrogatepass")) % self._FILES].append(
                f"{count} {word}\n"
            )
        for number, own in enumerate(lines):
            with self._opened(number, "a") as file:
                file.writelines(own)
        self._held.clear()

    def _of_file(self, number: int) -> Counter[str]:
        found: Counter[str] = Counter()
        with self._opened(number, "r") as file:
            for line in file:
                count, _, word = line.partition(" ")
                found[word[:-1]] += int(count)
        return found

    def _opened(self, number: int, mode: str) -> IO[str]:
        path = self._folder / f"{number:02}"
        return path.open(mode, encoding="utf-8", errors="surrogatepass", newline="\n")


def _repeated(counts: Counter[str]) -> Counter[str]:
    return Counter({word: count for word, count in counts.items() if count > 1})
