"""How a typed text is cleaned before it is compared or stored.

The rule, in one place:

1. Line ends (``\\r\\n``, ``\\r``, U+0085, U+2028, U+2029) become ``\\n``.
2. Removed without a word: NUL and all other control characters except tab and line end, lone
   surrogates (they cannot be stored as UTF-8), and the invisible U+200B, U+2060 and U+FEFF.
   Joiners (U+200C, U+200D) stay: Persian, Indic scripts and emoji need them.
3. Unicode is normalised to NFC, so that a letter typed in two ways compares equal.
4. White space at both ends is trimmed; in a one-line text every run of white space becomes a space.

A run of more than 30 combining marks is no text of any language (Unicode Annex 15 calls it not
stream-safe). It is refused where people type and cut where texts are only compared, because
normalising it takes quadratic time.
"""

import re
import sys
import unicodedata
from functools import cache

MAX_MARKS_IN_A_ROW = 30


@cache
def marks() -> str:
    """Return the Unicode categories Mn, Mc and Me as the inside of a regular-expression class.

    The standard library's ``\\w`` leaves these marks out, which would cut most Indic words apart.
    There are some three hundred ranges of them: finding them, and reading them in a pattern, takes
    longer than most modules take to load. So patterns with them are made at their first use.
    """
    ranges: list[list[int]] = []
    for code in range(0x300, sys.maxunicode + 1):
        if 0x20000 <= code < 0xE0100:  # ideographs and unassigned planes hold no marks
            continue
        if code > 0xE01EF:
            break
        if unicodedata.category(chr(code))[0] != "M":
            continue
        if ranges and ranges[-1][1] == code - 1:
            ranges[-1][1] = code
        else:
            ranges.append([code, code])
    return "".join(f"\\U{low:08x}-\\U{high:08x}" for low, high in ranges)


_LINE_END = re.compile("\r\n|[\r\u0085\u2028\u2029]")
_REMOVED = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u200b\u2060\ufeff\ud800-\udfff]")


@cache
def _long_marks() -> re.Pattern[str]:
    return re.compile(f"[{marks()}]{{{MAX_MARKS_IN_A_ROW + 1},}}")


def nfc(text: str) -> str:
    """Return ``text`` in Unicode NFC, in linear time.

    Runs of combining marks are normalised in pieces of 30, see the module's note.

    >>> nfc("cafe\\u0301") == "caf\\u00e9"
    True
    """
    if text.isascii() or unicodedata.is_normalized("NFC", text):
        return text
    if not has_overlong_marks(text):
        return unicodedata.normalize("NFC", text)
    pieces, start = [], 0
    for run in _long_marks().finditer(text):
        for cut in range(run.start(), run.end(), MAX_MARKS_IN_A_ROW):
            pieces.append(text[start:cut])
            start = cut
    pieces.append(text[start:])
    return "".join(unicodedata.normalize("NFC", piece) for piece in pieces)


def has_overlong_marks(text: str) -> bool:
    """Tell whether more than 30 combining marks follow one another.

    >>> has_overlong_marks("e\\u0301"), has_overlong_marks("e" + "\\u0301" * 31)
    (False, True)
    """
    return not text.isascii() and _long_marks().search(text) is not None


def without_controls(text: str) -> str:
    """Apply steps 1 and 2 of the rule: uniform line ends, nothing that cannot be stored or seen.

    >>> without_controls("a\\x00b\\r\\nc\\ufeff")
    'ab\\nc'
    """
    if text.isprintable():  # nothing of what is replaced or removed is
        return text
    return _REMOVED.sub("", _LINE_END.sub("\n", text))


def clean_block(text: str) -> str:
    """Clean a text of several lines (steps 1 to 4); idempotent.

    >>> clean_block("  A red\\x07 kite. \\r\\nIt flies. ")
    'A red kite. \\nIt flies.'
    """
    return nfc(without_controls(text)).strip()


def clean_line(text: str) -> str:
    """Clean a text of one line (steps 1 to 4); idempotent.

    >>> clean_line(" German \\n\\t Shepherd ")
    'German Shepherd'
    """
    return " ".join(nfc(without_controls(text)).split())


def is_blank(text: str) -> bool:
    """Tell whether a reader would see nothing: only white space, controls and joiners.

    >>> is_blank(" \\u200d"), is_blank("?")
    (True, False)
    """
    return all(unicodedata.category(character)[0] in "ZC" for character in text)
