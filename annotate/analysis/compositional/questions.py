"""The questions: the prompts of ImageInWords D.8, and where the true caption stands in them."""

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath

from annotate.analysis.compositional.model import Probe

_WITH = "Given the following image description and image caption options,"
_WITHOUT = "Given the following image caption options,"
_ASKED = "choose the most likely OPTION number:"


@dataclass(frozen=True, slots=True)
class Question:
    """One prompt, and which option of it is true.

    Attributes:
        answer: 1 or 2.
        options: the captions as they are listed.
    """

    probe: Probe
    key: str
    prompt: str
    answer: int
    options: tuple[str, str]


def true_first(probes: Iterable[Probe], seed: int) -> dict[str, bool]:
    """Return by id whether the true caption of a probe is listed first.

    In each set it is of one half of the probes, or of one more: a model that always says "1" is
    right half of the time. Which half follows from the seed and the ids alone, so it is the same
    for every source of descriptions.

    >>> kite = Probe(set="vg-relation", id="a", image="1", true="A on B", false="B on A")
    >>> ball = Probe(set="vg-relation", id="b", image="2", true="B on C", false="C on B")
    >>> sorted(true_first([kite, ball], 1).values())
    [False, True]
    """
    first: dict[str, bool] = {}
    places: dict[str, int] = {}
    for probe in drawn(probes, seed):
        place = places[probe.set] = places.get(probe.set, -1) + 1
        first[probe.id] = place % 2 == 0
    return first


def drawn(probes: Iterable[Probe], seed: int) -> list[Probe]:
    """Return the probes in an order drawn by the seed, whatever order they came in.

    Those of a group stay together, so that the first few of them are whole groups.
    """

    def place(probe: Probe) -> tuple[str, str]:
        together = probe.group and f"{probe.set}/{probe.group}"
        return _digest(str(seed), together or probe.id), probe.id

    return sorted(probes, key=place)


def prompt_of(options: Sequence[str], description: str | None) -> str:
    """Return the prompt for a choice between captions; without a description, the baseline's.

    >>> print(prompt_of(["A dog.", "A cat."], None))
    Given the following image caption options, choose the most likely OPTION number:
    <BLANKLINE>
    OPTIONS: [1] A dog.
    [2] A cat.
    <BLANKLINE>
    RESPONSE:
    """
    listed = "\n".join(f"[{number}] {text}" for number, text in enumerate(options, start=1))
    parts = [f"{_WITHOUT if description is None else _WITH} {_ASKED}"]
    if description is not None:
        parts.append(f"IMAGE-DESCRIPTION : {description}")
    return "\n\n".join([*parts, f"OPTIONS: {listed}", "RESPONSE:"])


def key_of(model: str, prompt: str) -> str:
    """Return by what a reply is found again: the same prompt to the same model.

    >>> key_of("m", "p") == key_of("m", "p"), key_of("m", "p") == key_of("n", "p")
    (True, False)
    """
    return _digest(model, prompt)


def question_of(probe: Probe, *, first: bool, description: str | None, model: str) -> Question:
    """Return one question; ``first``: the true caption is option 1."""
    options = (probe.true, probe.false) if first else (probe.false, probe.true)
    prompt = prompt_of(options, description)
    return Question(probe, key_of(model, prompt), prompt, 1 if first else 2, options)


class Descriptions:
    """The texts of one source, by image.

    A probe is found by its own id first (so that the crop of an ARO question can have a text of its
    own), then by the name of its image, then by that name without folder and ending.

    >>> kite = Probe(set="vg-relation", id="a", image="img/7.jpg", true="A on B", false="B on A")
    >>> Descriptions({"7": "A on B."}).of(kite)
    'A on B.'
    """

    def __init__(self, texts: Mapping[str, str]) -> None:
        self._texts = dict(texts)
        for name, text in texts.items():
            self._texts.setdefault(_bare(name), text)

    def of(self, probe: Probe) -> str | None:
        names = (probe.id, probe.image, _bare(probe.image))
        return next((self._texts[name] for name in names if name in self._texts), None)


def _bare(name: str) -> str:
    path = PurePosixPath(name.replace("\\", "/"))
    return path.stem if path.suffix.lower() in _ENDINGS else path.name


_ENDINGS = {".jpg", ".jpeg", ".png", ".webp", ".gif", ".bmp", ".tif", ".tiff"}


def _digest(*parts: str) -> str:
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()
