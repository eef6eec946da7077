"""The page that goes with the fine-tuning files."""

from collections.abc import Mapping

from annotate.projects.models import Project

_TEXT = """# Fine-tuning tasks: {name}

What people wrote and marked, as the seven tasks of ImageInWords (Garg et al. 2024,
arXiv:2405.02793, App. C). One JSONL file per task; every line has

- `image`: {image}
- `key`: the image's `external_id`
- `prompt`, `target`: what a model is asked about the picture, and what it should answer
- `split`: `train`, `val`, `test` or null; `task`: the name of the file

Boxes are `[ymin, xmin, ymax, xmax]`, whole numbers from 0 to 999 of the height and the width of the
upright picture.

{table}

The model of the paper was trained with `detailed_description` alone.

```python
from datasets import load_dataset

data = load_dataset("json", data_files="detailed_description.jsonl", split="train")
```
"""
_IN_FOLDER = (
    "the picture's file in this archive: upright, RGB, its longer side 1,024 pixels at most"
)
_BY_NAME = "the file name of the picture as it was imported; pictures are not in this archive"


def readme(project: Project, counts: Mapping[str, int], with_pictures: bool) -> str:
    """The text: what is in the archive, and how to read it."""
    rows = [f"| `{task}.jsonl` | {number} |" for task, number in counts.items()]
    return _TEXT.format(
        name=project.name,
        image=_IN_FOLDER if with_pictures else _BY_NAME,
        table="\n".join(["| file | examples |", "|---|---|", *rows]),
    )
