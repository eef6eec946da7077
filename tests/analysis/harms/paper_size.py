"""SIMULATION: files of the paper's size for ``harms mentions``: 17,360 images, 500 types.

    python -m tests.analysis.harms.paper_size FOLDER [IMAGES]

Writes boxes.json (COCO), said.json (labels of the candidate) and groups.csv. The commonest type is
in three images of four, the rarest in one of fifty; one type in ten is mentioned more often
with group a (by 0.5 in log odds), the others have no effect.
"""

import json
import sys
from collections.abc import Iterator
from math import exp
from pathlib import Path
from random import Random

from annotate.analysis.harms.synsets import Meanings, meanings
from annotate.analysis.undefined import Undefined

IMAGES, TYPES, EFFECT = 17_360, 500, 0.5


def nouns(known: Meanings) -> Iterator[str]:
    """Yield words of one part that mean different things, in alphabetical order."""
    seen = set[str]()
    for (word, pos, sense), count in sorted(known.counts.items()):
        if pos == "n" and sense == 1 and count > 4 and word.isalpha():
            synset = known.senses(word, "object").common
            if synset and synset not in seen:
                seen.add(synset)
                yield word


def write(folder: Path, images: int, known: Meanings) -> None:
    """Write the three files."""
    chance, names = Random(1), list(nouns(known))
    types = chance.sample(names, TYPES)
    shown = [max(0.02, 0.75 / (1 + at / 10)) for at in range(TYPES)]
    boxes, said, groups = [], [], ["image,group"]
    for number in range(images):
        group = chance.choice("ab")
        groups.append(f"{number},{group}")
        mentioned = []
        for at, name in enumerate(types):
            if chance.random() >= shown[at]:
                continue
            width, height = chance.uniform(20, 300), chance.uniform(20, 300)
            left, top = chance.uniform(0, 640 - width), chance.uniform(0, 480 - height)
            sides = [round(side, 2) for side in (left, top, width, height)]
            boxes.append({"image_id": number, "category_id": at, "bbox": sides})
            odds = -1.5 + 6 * width * height / (640 * 480)
            odds += EFFECT if at % 10 == 0 and group == "a" else 0
            if chance.random() < 1 / (1 + exp(-odds)):
                mentioned.append({"names": [name]})
        said.append(json.dumps({"image_id": number, "objects": mentioned}))
    whole = {
        "images": [{"id": number, "width": 640, "height": 480} for number in range(images)],
        "annotations": boxes,
        "categories": [{"id": at, "name": name} for at, name in enumerate(types)],
    }
    (folder / "boxes.json").write_text(json.dumps(whole), "utf-8")
    (folder / "said.json").write_text(f"[{','.join(said)}]", "utf-8")
    (folder / "groups.csv").write_text("\n".join(groups) + "\n", "utf-8")


if __name__ == "__main__":
    found = meanings()
    assert not isinstance(found, Undefined)
    write(Path(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else IMAGES, found)
