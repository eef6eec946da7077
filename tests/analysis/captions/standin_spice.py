"""In the place of Java: what the program of SPICE reads, writes and complains of.

It checks its input as the program would read it, and counts shared words instead of tuples: what
is tried here is how the product speaks with the program, not SPICE itself.
"""

import json
import os
import sys
import time
from pathlib import Path
from typing import Any

SUBSETS = ("Object", "Attribute", "Relation", "Color", "Cardinality", "Size")
Item = dict[str, Any]
NONE: Item = {"pr": None, "re": None, "f": None, "fn": 0, "numImages": 1, "fp": 0, "tp": 0}


def score(candidate: set[str], reference: set[str]) -> Item:
    shared = len(candidate & reference)
    precision = shared / len(candidate) if candidate else 0.0
    recall = shared / len(reference) if reference else 0.0
    f = 2 * precision * recall / (precision + recall) if shared else 0.0
    counts = {"tp": shared, "fp": len(candidate) - shared, "fn": len(reference) - shared}
    return {"pr": precision, "re": recall, "f": f, "numImages": 1, **counts}


def main() -> None:
    does = os.environ.get("STANDIN_DOES", "")
    if sys.argv[1:] == ["-version"]:
        version = does.removeprefix("version ") if does.startswith("version ") else "1.8.0_292"
        print(f'openjdk version "{version}"', file=sys.stderr)
        return
    memory, jar, name, given, *options = sys.argv[1:]
    assert (memory, jar, name) == ("-Xmx8G", "-jar", "spice-1.0.jar"), sys.argv
    assert Path(name).is_file(), "it runs in its own folder"
    assert options[0::2] == ["-cache", "-out", "-subset"], options
    assert options[-2:] == ["-subset", "-silent"], options
    assert Path(options[1]).is_dir(), options
    end(does)
    told = [scored(item) for item in json.loads(Path(given).read_bytes().decode("ascii"))]
    with Path(os.environ["STANDIN_LOG"]).open("a") as log:
        print(len(told), file=log)
    written = json.dumps(spoilt(told, does), indent=2)
    Path(options[3]).write_text("{" if does == "half" else written)


def end(does: str) -> None:
    """End as a program does that fails, or never."""
    if does == "fail":
        print("Error: Could not score batched file input:", file=sys.stderr)
        print("java.lang.OutOfMemoryError: Java heap space", file=sys.stderr)
        print("\tat edu.anu.spice.SpiceScorer.main(SpiceScorer.java:60)", file=sys.stderr)
    if does.startswith("fail"):
        sys.exit(1)
    if does == "hang":
        time.sleep(60)


def scored(item: Item) -> Item:
    assert item.keys() == {"image_id", "test", "refs"}, item
    test, refs = set(item["test"].split()), set(" ".join(item["refs"]).split())
    scores = {"All": score(test, refs), "Object": score(test, refs)}
    return {"image_id": item["image_id"], "scores": scores | dict.fromkeys(SUBSETS[1:], NONE)}


def spoilt(told: list[Item], does: str) -> Any:
    """What is written, as a test wants it."""
    f_scores = {"too much": 1.5, "text": "0.5", "no whole": None}
    if does in f_scores:
        told[0]["scores"]["All"]["f"] = f_scores[does]
    if does == "another":
        told[0]["image_id"] = 99
    if does == "NaN":
        told[0]["scores"]["Size"] = {**NONE, "f": float("nan")}
    shown = {"one too few": told[1:], "backwards": told[::-1], "no list": {"f": 0.5}}
    return shown.get(does, told)


if __name__ == "__main__":
    main()
