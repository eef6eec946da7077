"""Runs the Tesseract program on one picture and reads its table of words.

The program is called directly: so it gets one thread (`OMP_THREAD_LIMIT`, or many small pictures
fight over the cores), a time limit after which it is really ended, and no temporary files.
"""

import io
import math
import os
import re
import shutil
import subprocess
from typing import NamedTuple

from PIL.Image import Image

from annotate.backends.base import BackendError
from annotate.messages import Message

PROGRAM = "tesseract"
_SECONDS_TO_ANSWER = 5.0
_WORD_LEVEL = "5"
_COLUMNS = 12


class ReadWord(NamedTuple):
    """A word in pixels of the picture handed in; confidence from 0 to 100."""

    text: str
    left: int
    top: int
    width: int
    height: int
    confidence: float


def path() -> str | None:
    """Where the program is, None where it is not installed."""
    return shutil.which(PROGRAM)


def version() -> tuple[int, ...] | None:
    """The version, such as (5, 3, 0); None where there is no program that answers."""
    match = re.match(r"tesseract v?(\d+(?:\.\d+)*)", _output_of("--version"))
    return tuple(int(part) for part in match[1].split(".")) if match else None


def languages() -> frozenset[str]:
    """The codes of the installed languages, such as {"eng", "osd"}."""
    lines = _output_of("--list-langs").splitlines()
    return frozenset(line.strip() for line in lines[1:] if line.strip())


def _output_of(option: str) -> str:
    program = path()
    if program is None:
        return ""
    try:
        process = subprocess.run(  # noqa: S603 - a fixed option of a program found on the path
            [program, option], capture_output=True, timeout=_SECONDS_TO_ANSWER, check=False
        )
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return (process.stdout or process.stderr).decode("utf-8", "replace")


def read(
    picture: Image, *, layout: int, threshold: int, language: str, timeout: float
) -> list[ReadWord]:
    """The words in a picture.

    Args:
        layout: the page segmentation mode; 6 is one block of text, 11 is scattered words.
        threshold: how ink is told from ground; 0 is Otsu's one value, 2 is Sauvola's local ones.

    Raises:
        BackendError: the program is absent, failed or took longer than `timeout` seconds.
    """
    program = path()
    if program is None:
        raise BackendError(Message("tesseract_missing"))
    sent = io.BytesIO()
    picture.save(sent, "PNG", compress_level=1)
    command = [program, "stdin", "stdout", "--psm", str(layout), "-l", language, "--dpi", "300"]
    for option in ("tessedit_create_tsv=1", "tessedit_create_txt=0"):
        command += ["-c", option]
    command += ["-c", f"thresholding_method={threshold}"]
    try:
        process = subprocess.run(  # noqa: S603 - no part of the command comes from a person
            command,
            input=sent.getvalue(),
            capture_output=True,
            timeout=timeout,
            check=False,
            env={**os.environ, "OMP_THREAD_LIMIT": "1"},
        )
    except subprocess.TimeoutExpired:
        raise BackendError(Message("tesseract_too_slow", seconds=round(timeout))) from None
    except OSError as fault:
        raise BackendError(Message("tesseract_not_started", fault=str(fault.strerror))) from None
    if process.returncode != 0:
        lines = process.stderr.decode("utf-8", "replace").strip().splitlines()
        last = lines[-1] if lines else str(process.returncode)
        raise BackendError(Message("tesseract_failed", fault=last))
    return parse(process.stdout.decode("utf-8", "replace"))


def parse(table: str) -> list[ReadWord]:
    r"""The words of Tesseract's table (TSV); all other rows are left out.

    >>> parse("level\tpage_num\n5\t1\t1\t1\t1\t2\t10\t20\t30\t40\t91.5\tSTOP\n4\t1")
    [ReadWord(text='STOP', left=10, top=20, width=30, height=40, confidence=91.5)]
    """
    # Not splitlines: a word may hold a character that Python takes for the end of a line.
    rows = (line.rstrip("\r").split("\t") for line in table.split("\n"))
    words = (_word(row) for row in rows if len(row) == _COLUMNS and row[0] == _WORD_LEVEL)
    return [word for word in words if word is not None]


def _word(row: list[str]) -> ReadWord | None:
    text = row[11].strip()
    try:
        left, top, width, height = (int(cell) for cell in row[6:10])
        confidence = float(row[10])
    except ValueError:
        return None
    if not text or not math.isfinite(confidence):
        return None
    return ReadWord(text, left, top, width, height, confidence)
