"""How long it takes to find near-duplicate and pasted texts, and how much memory.

    nice python -m tests.load.duplicates                      7,750 real captions, then 200,000
    nice python -m tests.load.duplicates --captions 50000

The first 7,750 captions are those of tests/analysis/data/vizwiz as they are. More are made from the
real ones that are not the canned text: each word is replaced, with a chance of one in four, by a
word drawn from all captions, so that lengths and frequencies stay natural and most captions have
many half-similar ones, which is the hard case. Each line is measured in a process of its own; times
are processor seconds, which other work on the machine does not change much.
"""

import argparse
import gzip
import json
import random
import resource
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

CAPTIONS = Path(__file__).parents[1] / "analysis" / "data" / "vizwiz" / "fake_caption_val.json.gz"
CANNED = "Quality issues are too severe to recognize visual content."
REPLACED = 0.25


def captions(count: int) -> list[str]:
    """Return the first so many real captions, then made ones; the same every time."""
    with gzip.open(CAPTIONS, "rt", encoding="utf-8") as file:
        real = [each["caption"] for each in json.load(file)]
    rng = random.Random(7)
    sources = [text.split() for text in real if text != CANNED]
    pool = [word for words in sources for word in words]
    made = real[:count]
    while len(made) < count:
        words = sources[len(made) % len(sources)]
        made.append(
            " ".join(rng.choice(pool) if rng.random() < REPLACED else word for word in words)
        )
    return made


def measure(count: int) -> dict[str, Any]:
    """Return what one search among so many captions took and found."""
    from annotate.analysis.duplicates import near_duplicates
    from annotate.analysis.pasted import pasted

    texts = captions(count)
    before = _peak()
    start = time.process_time()
    groups = near_duplicates(texts, ignored=[CANNED])
    middle, after_groups = time.process_time(), _peak()
    own = [text for text in texts if text != CANNED]
    found = pasted(own, images=range(len(own)))
    return {
        "captions": count,
        "near_duplicates_s": round(middle - start, 1),
        "near_duplicates_mib": round((after_groups - before) / 1024),
        "groups": len(groups),
        "in_groups": sum(len(group.members) for group in groups),
        "pasted_s": round(time.process_time() - middle, 1),
        "pasted_mib": round((_peak() - before) / 1024),
        "pasted": len(found),
        "process_mib": round(_peak() / 1024),
    }


def _peak() -> int:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


def main() -> None:
    """Measure every count in a process of its own; print one line of JSON for each."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--captions", type=int, action="append", help="how many; may be repeated")
    parser.add_argument("--here", action="store_true", help="in this process")
    chosen = parser.parse_args()
    for count in chosen.captions or [7_750, 200_000]:
        if chosen.here:
            print(json.dumps(measure(count)), flush=True)
            continue
        command = [
            sys.executable,
            "-m",
            "tests.load.duplicates",
            "--here",
            "--captions",
            str(count),
        ]
        subprocess.run(command, check=True)


if __name__ == "__main__":
    main()
