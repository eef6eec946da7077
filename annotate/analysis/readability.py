"""Readability of a corpus: ARI, Flesch-Kincaid, Gunning Fog and SMOG as in IIW Table 9.

The formulas were made for English prose. What is not written in Latin letters, or has too few of
the words that hold English sentences together, is refused: the formulas would give it a number
that means nothing.
"""

import math
import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from annotate.analysis.undefined import Undefined
from annotate.messages import Message

MIN_WORDS = 100
MIN_SENTENCES_SMOG = 30
# Of all letters and pictographs. English texts quote a sign in another script now and then.
MIN_LATIN = 0.95
# Of all words. 0.45 in the descriptions of IIW and the captions of VizWiz, never below 0.21 in one
# description; 0.08 at most in German, French, Spanish, Polish and Turkish.
MIN_FUNCTION_WORDS = 0.15

_MARK = re.compile(r"[.,/#!$%'^&*;:{}=\-_`~()]")
_SILENT_END = re.compile(r"(?:[^laeiouy]es|[^laeiouy]e)\Z")
_VOWELS = re.compile(r"[aeiouy]{1,2}")
_SHORT = 3  # letters: one syllable
_MANY = 3  # syllables: a complex word

NO_SENTENCE = Undefined(Message("no_sentence"))
_FEW_WORDS = Undefined(Message("readability_of_few_words", fewest=MIN_WORDS))
_FEW_SENTENCES = Undefined(Message("smog_of_few_sentences", fewest=MIN_SENTENCES_SMOG))
_OTHER_SCRIPT = Undefined(Message("readability_of_other_script", fewest=MIN_LATIN))
_OTHER_LANGUAGE = Undefined(Message("readability_of_other_language", fewest=MIN_FUNCTION_WORDS))


@dataclass(slots=True)
class Counts:
    """What the formulas are made of; add texts one by one."""

    words: int = 0
    letters: int = 0
    syllables: int = 0
    complex_words: int = 0  # of three syllables or more
    fog_words: int = 0  # of these, without a capital or hyphen
    sentences: int = 0  # each text begins one of its own
    function_words: int = 0  # the, of, is …: by spaCy's list of English stop words
    latin: int = 0  # letters
    other_signs: int = 0  # letters of other scripts, and pictographs

    def add(self, texts: Iterable[str]) -> None:
        """Count the words of texts, by NLTK's TweetTokenizer without single marks."""
        from nltk.tokenize import TweetTokenizer  # late: NLTK takes most of a second

        cut = TweetTokenizer().tokenize
        known = function_words()
        for text in texts:
            for token in cut(text):
                if not _MARK.fullmatch(token):
                    self._add_word(token)
                    self.function_words += token.lower() in known

    def _add_word(self, word: str) -> None:
        latin, other = scripts(word)
        self.latin += latin
        self.other_signs += other
        count = syllables(word)
        self.words += 1
        self.letters += len(word)
        self.syllables += count
        if count >= _MANY:
            self.complex_words += 1
            self.fog_words += not (word[0].isupper() or "-" in word)


@dataclass(frozen=True, slots=True)
class Readability:
    """School years that the formulas ask for.

    Two are not what their authors published, and are named for what they are: Flesch-Kincaid with
    the factor 0.38 for 0.39, and Gunning Fog where no word with a capital or a hyphen is complex.
    """

    ari: float | Undefined
    flesch_kincaid_038: float | Undefined
    fog_of_common_words: float | Undefined
    smog: float | Undefined


@lru_cache(maxsize=1)
def function_words() -> frozenset[str]:
    """Return the words that hold English sentences together, in lower case; needs spaCy."""
    from spacy.lang.en.stop_words import STOP_WORDS

    return frozenset(STOP_WORDS)


@lru_cache(maxsize=100_000)
def scripts(word: str) -> tuple[int, int]:
    """Count the Latin letters of a word, and its letters of other scripts with its pictographs.

    >>> scripts("caf\u00e9"), scripts("\u51e7\u3042"), scripts("3.5")
    ((4, 0), (0, 2), (0, 0))
    """
    if word.isascii():
        return sum(map(str.isalpha, word)), 0
    letters = [sign for sign in word if sign.isalpha() or unicodedata.category(sign) == "So"]
    latin = sum(unicodedata.name(sign, "").startswith("LATIN") for sign in letters)
    return latin, len(letters) - latin


@lru_cache(maxsize=100_000)
def syllables(word: str) -> int:
    """Count the syllables of an English word by its vowels, as py-readability-metrics does.

    One for three letters or fewer; else runs of one or two vowels, without a silent end and a
    leading y. It errs on about one word in fifteen and may say 0.

    >>> [syllables(word) for word in ("cat", "table", "elephant", "painted", "houses")]
    [1, 2, 3, 2, 1]
    """
    word = word.lower()
    if len(word) <= _SHORT:
        return 1
    word = _SILENT_END.sub("", word)
    return len(_VOWELS.findall(word.removeprefix("y")))


def readability(counts: Counts) -> Readability:
    """Return the four formulas as py-readability-metrics 1.4.5 has them, on a corpus as one text.

    ARI = 4.71·letters/words + 0.5·words/sentences - 21.43; Flesch-Kincaid = 0.38·words/sentences
    + 11.8·syllables/words - 15.59 (the published formula has 0.39); Gunning Fog = 0.4·(words/
    sentences + 100·complex words/words), complex without a capital or hyphen; SMOG over all
    sentences = 1.043·√(30·words of three syllables/sentences) + 3.1291. Undefined below 100 words,
    SMOG also below 30 sentences; undefined for what is not English, see :func:`unreadable`.

    Example: 100 words of 400 letters and 150 syllables, 10 complex, in 10 sentences.

    >>> years = readability(Counts(100, 400, 150, 10, 10, 10, function_words=45, latin=400))
    >>> round(years.ari, 2), round(years.flesch_kincaid_038, 2), round(years.fog_of_common_words, 2)
    (2.41, 5.91, 8.0)
    >>> years.smog.reason
    'SMOG needs 30 sentences or more.'
    """
    why = unreadable(counts)
    if why is not None:
        return Readability(why, why, why, why)
    per_sentence = counts.words / counts.sentences
    smog: float | Undefined = _FEW_SENTENCES
    if counts.sentences >= MIN_SENTENCES_SMOG:
        smog = 1.043 * math.sqrt(30 * counts.complex_words / counts.sentences) + 3.1291
    return Readability(
        4.71 * counts.letters / counts.words + 0.5 * per_sentence - 21.43,
        0.38 * per_sentence + 11.8 * counts.syllables / counts.words - 15.59,
        0.4 * (per_sentence + 100 * counts.fog_words / counts.words),
        smog,
    )


def unreadable(counts: Counts) -> Undefined | None:
    """Return why texts have no readability; None where they have one.

    >>> unreadable(Counts(99)).reason
    'The formulas need 100 words or more.'
    """
    if counts.words < MIN_WORDS:
        return _FEW_WORDS
    if not counts.sentences:
        return NO_SENTENCE
    if counts.latin < MIN_LATIN * (counts.latin + counts.other_signs):
        return _OTHER_SCRIPT
    if counts.function_words < MIN_FUNCTION_WORDS * counts.words:
        return _OTHER_LANGUAGE
    return None
