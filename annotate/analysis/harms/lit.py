"""Where a word of a graph stands in the text it was read from, to be shown to a reader."""

import re

from annotate.analysis.harms.synsets import Meanings

_WORD = re.compile(r"[^\W_]+(?:[-'’][^\W_]+)*")
_CLASSES = ("n", "v", "a")


def lit(text: str, word: str, meanings: Meanings) -> list[tuple[int, int]]:
    """Return the places of a word in a text: code points, the end not included.

    ``word`` is a base form, of several words with spaces between them; inflected forms are led
    back by WordNet's morphy. Where a name of several words does not stand together, its last word
    is looked for alone. Empty where it is not there: a parser may have read it otherwise.

    >>> lit("Two dogs and a hot-dog.", "dog", meanings())                    # doctest: +SKIP
    [(4, 8)]
    """
    parts = word.lower().split()
    if not parts:
        return []
    found = list(_WORD.finditer(text))
    forms = [_forms(each.group(), meanings) for each in found]
    for wanted in (parts, parts[-1:]):
        places = [
            (found[at].start(), found[at + len(wanted) - 1].end())
            for at in range(len(found) - len(wanted) + 1)
            if all(part in forms[at + more] for more, part in enumerate(wanted))
        ]
        if places:
            return places
    return []


def _forms(word: str, meanings: Meanings) -> set[str]:
    lower = word.lower().replace("’", "'").removesuffix("'s")
    known = (meanings.words.base_forms(lower, pos) for pos in _CLASSES)
    return {lower, lower.removesuffix("s"), *(form for forms in known for form in forms)}
