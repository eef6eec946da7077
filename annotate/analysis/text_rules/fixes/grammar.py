"""The few small words by which a fix tells whether a sentence still stands without some others.

No parser: a fix is offered where closed classes of words - articles, prepositions, conjunctions -
already show that it is safe, and nowhere else.
"""

from annotate.analysis.text_rules.phrases import data

_LISTS = data("small_words")

# After these an adjective that is dropped leaves a noun phrase as good as before.
DETERMINERS = frozenset(_LISTS["determiners"])
PREPOSITIONS = frozenset(_LISTS["prepositions"])
CONJUNCTIONS = frozenset(_LISTS["conjunctions"])
_AUXILIARIES = frozenset(_LISTS["auxiliaries"])
_OTHERS = frozenset(_LISTS["others"])
CLOSED = DETERMINERS | PREPOSITIONS | CONJUNCTIONS | _AUXILIARIES | _OTHERS

_LOCATIVES = frozenset(_LISTS["places"])
SINGULAR = frozenset(_LISTS["singular"])
PLURAL = frozenset(_LISTS["plural"])
# After "that", "which" or "who" these say that what is described does it itself.
VERBS = frozenset(_LISTS["verbs"])

IMAGE_WORDS = frozenset(_LISTS["image_words"])
SHOWING = frozenset(_LISTS["showing"])
# Before an adjective; with it they go.
STRONGER = frozenset(_LISTS["stronger"])
# After these a full stop ends no sentence; without it nothing is lost.
SHORT_FORMS = frozenset(_LISTS["short_forms"])

_AN_BEFORE = ("hour", "honest", "honor", "honour", "heir")
_A_BEFORE = ("uni", "use", "usu", "uti", "eu", "one", "once", "ukulele", "ufo")
_AN_NUMBERS = ("8", "11", "18")


def is_place(words: list[str]) -> bool:
    """Tell whether these words begin a phrase that says where something is.

    >>> is_place(["on", "the", "left"]), is_place(["to", "the", "left"]), is_place(["to", "eat"])
    (True, True, False)
    """
    first, *rest = [*words, "", "", ""][:3]
    if first == "to":
        return rest[0] == "the" and rest[1] in ("left", "right")
    return first in _LOCATIVES or (first == "next" and rest[0] == "to")


def article_before(word: str) -> str:
    """Return the article that goes before a word, by its letters.

    >>> [article_before(word) for word in ("owl", "unicorn", "hour", "cat", "18")]
    ['an', 'a', 'an', 'a', 'an']
    """
    if word.startswith(_AN_BEFORE) or word in _AN_NUMBERS:
        return "an"
    return "an" if word[:1] in "aeiou" and not word.startswith(_A_BEFORE) else "a"
