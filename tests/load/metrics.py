"""How long the metrics of texts take, on 1,000, 10,000 and 200,000 texts, and how much memory.

Specificity needs WordNet; word counts need the extra metrics. Where they are missing they are null.

    nice python -m tests.load.metrics
    nice python -m tests.load.metrics --texts 1000,5000 --meteor

Five captions make an image: one is the candidate, four are its references. They are the real and
made captions of tests.load.duplicates. Each number of texts is measured in a process of its own,
one metric after the other; times are processor seconds (METEOR's: by the clock, it runs outside),
with the texts per second that they come to; memory is the growth of the peak over the texts.
"""

import argparse
import itertools
import json
import resource
import subprocess
import sys
import time
from collections.abc import Callable
from typing import Any

from tests.load.duplicates import captions

PER_IMAGE = 5
METEOR_AT_MOST = 10_000  # texts: beyond, it takes many minutes


def metrics(texts: list[str]) -> dict[str, Callable[[], object]]:
    """Return every metric as a call, by name."""
    from annotate.analysis import captions as scores
    from annotate.analysis.overlap import edit_distance, jaccard
    from annotate.analysis.tokens import words

    candidates = texts[::PER_IMAGE]
    references = [texts[start + 1 : start + PER_IMAGE] for start in range(0, len(texts), PER_IMAGE)]
    said = [" ".join(scores.coco_tokens(text)) for text in candidates]
    there = [[" ".join(scores.coco_tokens(text)) for text in own] for own in references]
    pairs = list(itertools.pairwise(texts))
    return {
        "coco_tokens": lambda: [scores.coco_tokens(text) for text in texts],
        "bleu": lambda: scores.bleu(said, there, tokenizer=str.split),
        "rouge_1": lambda: scores.rouge_n(candidates, references, n=1),
        "rouge_2": lambda: scores.rouge_n(candidates, references, n=2),
        "rouge_l": lambda: scores.rouge_l(said, there, tokenizer=str.split),
        "cider": lambda: scores.cider_d(said, there, tokenizer=str.split),
        "token_f1": lambda: [scores.token_f1(a, b) for a, b in pairs],
        "words": lambda: [words(text) for text in texts],
        "jaccard_2": lambda: [jaccard(words(a), words(b), 2) for a, b in pairs],
        "edit_distance": lambda: [edit_distance(words(a), words(b)) for a, b in pairs],
    }


def counted(texts: list[str]) -> dict[str, Callable[[], object]]:
    """Return the metrics without references as calls, by name; none where a library is missing."""
    from annotate.analysis.describing import english
    from annotate.analysis.intervals import mean_interval
    from annotate.analysis.readability import Counts
    from annotate.analysis.specificity import rarity, specificity
    from annotate.analysis.undefined import Undefined
    from annotate.analysis.word_classes import TextBlobTagger
    from annotate.analysis.wordnet import wordnet

    found: dict[str, Callable[[], object]] = {
        "mean_interval": lambda: mean_interval([float(len(text)) for text in texts], seed=1),
        "readability": lambda: Counts().add(texts),
    }
    images = [texts[start : start + PER_IMAGE] for start in range(0, len(texts), PER_IMAGE)]
    pipeline, words = english(), wordnet()
    if not isinstance(words, Undefined):
        found["specificity"] = lambda: [
            specificity(own, known, words) for known in [rarity(images)] for own in images
        ]
    split = [text.split() for text in texts]
    found["spacy_tokens"] = lambda: list(pipeline.documents(texts))
    found["word_classes"] = lambda: list(TextBlobTagger().classes(split))
    return found


def measure(count: int, *, with_meteor: bool) -> dict[str, Any]:
    """Return the seconds of every metric and the growth of memory."""
    texts = captions(count)
    calls = metrics(texts) | counted(texts)
    before = _peak()
    found: dict[str, Any] = {"texts": count, "texts_per_second": {}}
    for name, call in calls.items():
        start = time.process_time()
        call()
        seconds = time.process_time() - start
        found[name] = round(seconds, 2)
        found["texts_per_second"][name] = round(count / max(seconds, 0.001))
    found["mib"] = round((_peak() - before) / 1024)
    if with_meteor and count <= METEOR_AT_MOST:
        from annotate.analysis.captions import meteor

        own = [texts[start + 1 : start + PER_IMAGE] for start in range(0, count, PER_IMAGE)]
        begun = time.monotonic()
        meteor(texts[::PER_IMAGE], own)
        found["meteor"] = round(time.monotonic() - begun, 1)
    return found


def _peak() -> int:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


def main() -> None:
    """Measure and print one JSON object per number of texts."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--texts", default="1000,10000,200000", help="numbers of texts")
    parser.add_argument("--meteor", action="store_true", help="METEOR as well, up to 10,000 texts")
    parser.add_argument("--one", type=int, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.one:
        print(json.dumps(measure(options.one, with_meteor=options.meteor)), flush=True)
        return
    for count in options.texts.split(","):
        command = [sys.executable, "-m", "tests.load.metrics", "--one", count]
        subprocess.run(command + ["--meteor"] * options.meteor, check=True)


if __name__ == "__main__":
    main()
