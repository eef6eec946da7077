"""Readability of a corpus: ARI, Flesch-Kincaid, Gunning Fog and SMOG as in IIW Table 9."""

import math
import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from annotate.analysis.undefined import Undefined
from annotate.messages import Message

MIN_WORDS = 100
MIN_SENTENCES_SMOG = 30

_MARK = re.compile(r"[.,/#!$%'^&*;:{}=\-_`~()]")
_SILENT_END = re.compile(r"(?:[^laeiouy]es|[^laeiouy]e)\Z")
_VOWELS = re.compile(r"[aeiouy]{1,2}")
_SHORT = 3  # letters: one syllable
_MANY = 3  # syllables: a complex word

NO_SENTENCE = Undefined(Message("no_sentence"))
_FEW_WORDS = Undefined(Message("readability_of_few_words", fewest=MIN_WORDS))
_FEW_SENTENCES = Undefined(Message("smog_of_few_sentences", fewest=MIN_SENTENCES_SMOG))


@dataclass(slots=True)
class Counts:
    """What the formulas are made of; add texts one by one."""

    words: int = 0
    letters: int = 0
    syllables: int = 0
    complex_words: int = 0  # of three syllables or more
    fog_words: int = 0  # of these, without a capital or hyphen
    sentences: int = 0

    def add(self, texts: Iterable[str]) -> None:
        """Count the words of texts, by NLTK's TweetTokenizer without single marks."""
        from nltk.tokenize import TweetTokenizer  # late: NLTK takes most of a second

        cut = TweetTokenizer().tokenize
        for text in texts:
            for token in cut(text):
                if not _MARK.fullmatch(token):
                    self._add_word(token)

    def _add_word(self, word: str) -> None:
        count = syllables(word)
        self.words += 1
        self.letters += len(word)
        self.syllables += count
        if count >= _MANY:
            self.complex_words += 1
            self.fog_words += not (word[0].isupper() or "-" in word)


@dataclass(frozen=True, slots=True)
class Readability:
    """School years that the formulas ask for."""

    ari: float | Undefined
    flesch_kincaid: float | Undefined
    gunning_fog: float | Undefined
    smog: float | Undefined


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
    SMOG also below 30 sentences.

    Example: 100 words of 400 letters and 150 syllables, 10 complex, in 10 sentences.

    >>> years = readability(Counts(100, 400, 150, 10, 10, 10))
    >>> round(years.ari, 2), round(years.flesch_kincaid, 2), round(years.gunning_fog, 2)
    (2.41, 5.91, 8.0)
    >>> years.smog.reason
    'SMOG needs 30 sentences or more.'
    """
    if counts.words < MIN_WORDS or not counts.sentences:
        why = _FEW_WORDS if counts.words < MIN_WORDS else NO_SENTENCE
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
