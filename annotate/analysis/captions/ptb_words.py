"""Words that Penn Treebank tokenisation treats apart: abbreviations, contractions, openers."""

import re
from collections.abc import Iterator

TWO_WORDS = {
    "cannot": ("can", "not"),
    "gonna": ("gon", "na"),
    "gotta": ("got", "ta"),
    "wanna": ("wan", "na"),
    "gimme": ("gim", "me"),
    "lemme": ("lem", "me"),
}

# With a capital these mostly begin a sentence: "the letter A. The …".
OPENERS = frozenset(
    [
        *("a", "an", "the", "this", "that", "these", "there", "here", "it", "he", "she", "they"),
        *("we", "you", "her", "their", "our", "in", "at", "but", "so", "if", "when", "while"),
        *("what", "as", "then", "now", "some", "many", "one", "such", "after", "since", "however"),
    ]
)

# Abbreviations that stand before names or inside sentences: their dot ends no sentence.
BEFORE_NAMES = (
    "st ave dr mt ft gen sen rep gov sgt col capt lt rev hon prof mrs ms mr messrs dept mont pres "
    "supt atty mfg natl assoc brig cmdr cpl maj pvt msgr mme mlle drs profs govs sens reps adm "
    "comdr cf vs insp ens cie elec ste v wm jos alex apt"
)
# After these a capital or the end shows that the sentence ends with the same dot.
ANYWHERE = (
    "rd blvd jr sr inc corp ltd bros co cos univ est ext tel jan feb mar apr jun jul aug sep sept "
    "oct nov dec mon tue tues wed thu thurs fri ala ariz calif colo conn fla ga ind kan kans ky md "
    "mich minn mo neb nev okla penn tenn va vt wis wyo ct sq bldg assn intl esq al etc ph.d plc seq"
)
CAPITALS_ONLY = "Ark Del Ill La Mass Miss Ore Pa Tex Wash Pty Pte"
BEFORE_NUMBERS = "no nos fig figs art pp ca"

_CLITIC = re.compile(r"'(?:s|m|d|ll|re|ve)\Z", re.IGNORECASE)
# One word with an apostrophe: French articles, Irish names, "ma'am", "o'clock", "Xi'an".
_ONE_WORD = re.compile(
    r"(?:[odlcn]|qu|mo|e|ne)'[^\W\d_]{2,}|[A-HJ-XZ]'[^\W\d_]{2,}|ma'am|s'mores"
    r"|[^\W\d_]*[aeiou]'[aeiou][^\W\d_]+",
    re.IGNORECASE,
)


def choice(words: str) -> str:
    """Return a pattern for any of the words, the longest first.

    >>> choice("st ste ph.d")
    'ph\\\\.d|ste|st'
    """
    return "|".join(re.escape(word) for word in sorted(words.split(), key=lambda w: -len(w)))


def parts_of(word: str) -> Iterator[str]:
    """Yield the tokens of a word with straight apostrophes inside.

    >>> [list(parts_of(word)) for word in ("isn't", "she'd've", "o'clock", "rock'n'roll")]
    [['is', "n't"], ['she', "'d", "'ve"], ["o'clock"], ['rock', "'n'", 'roll']]
    """
    endings: list[str] = []
    while clitic := _CLITIC.search(word):
        endings.append(clitic.group())
        word = word[: clitic.start()]
    lower = word.lower()
    if lower.endswith(("n't", "n`t", "'n")):
        length = 3 if lower.endswith("t") else 2
        endings.append(word[-length:])
        word = word[:-length]
    yield from _without_endings(word)
    yield from reversed(endings)


def _without_endings(word: str) -> Iterator[str]:
    while word:
        if "'" not in word or _ONE_WORD.fullmatch(word):
            yield from TWO_WORDS.get(word.lower()) or (word,)
            return
        left, _, word = word.partition("'")
        if word.lower().startswith("n'"):
            yield from (left, "'n'")
            word = word[2:]
        elif left.lower() in ("y", "j", "d"):
            yield left + "'"
        else:
            yield from (left, "`" if len(word) > 1 else "'")
