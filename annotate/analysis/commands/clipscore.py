"""``clipscore``: how well captions, or other images, fit images by the vectors of CLIP."""

import argparse
from pathlib import Path
from typing import TextIO

import numpy as np

from annotate.analysis.captions.clipscore import PROMPT, clip_scores, ref_clip_scores
from annotate.analysis.commands.base import Command, InputError, text_of, texts_of
from annotate.analysis.commands.lent import Scored, add_model, in_parts, lent, show
from annotate.analysis.commands.sources import Source, add_against, read_sources
from annotate.analysis.embedding import Embedder, Vectors, cosines
from annotate.analysis.undefined import Undefined
from annotate.messages import Message

_TITLES = {
    "clipscore": "CLIPScore (w = 2.5)",
    "refclipscore": "RefCLIPScore",
    "image_similarity": "image similarity (cosine)",
}
_ASSUMPTIONS = (
    f'Each text stands behind "{PROMPT.strip()}", as in the authors\' program. CLIP reads 77'
    " tokens: what stands behind is not scored (cut: texts that are longer).",
    "Scores of different models, or of the same one in another precision, do not compare. The"
    " published ones are of ViT-B/32.",
)
_NO_REFERENCES = Undefined(Message("items_without_references"))


def _add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "file", type=Path, help='JSON: [{"image": "a.jpg", "candidate": "…", "references": ["…"]}]'
    )
    add_model(parser)
    add_against(parser)
    parser.add_argument(
        "--images", type=Path, metavar="DIR", help="where the images lie (beside FILE)"
    )
    parser.add_argument("--json", action="store_true", help="everything, as JSON")


def _run(options: argparse.Namespace, out: TextIO) -> None:
    sources = read_sources(options)
    for source in sources:
        _check(source)
    model = lent(options)
    scored = [Scored(source, _columns(source, model, options.images)) for source in sources]
    show(scored, model, _TITLES, _ASSUMPTIONS, options.json, out)


def _of_images(source: Source) -> bool:
    return all("generated" in item for item in source.items)


def _check(source: Source) -> None:
    field = "generated" if _of_images(source) else "candidate"
    for place, item in enumerate(source.items):
        text_of(item, "image", source.where(place))
        text_of(item, field, source.where(place))
        if "references" in item:
            texts_of(item, "references", source.where(place))


def _columns(
    source: Source, model: Embedder | Undefined, folder: Path | None
) -> dict[str, list[float | None] | Undefined]:
    names = ("image_similarity",) if _of_images(source) else ("clipscore", "refclipscore")
    columns: dict[str, list[float | None] | Undefined] = {name: [] for name in names}
    if not all("references" in item for item in source.items) and "refclipscore" in columns:
        columns["refclipscore"] = _NO_REFERENCES
    for places in in_parts(len(source.items)):
        part = model if isinstance(model, Undefined) else _part(source, places, model, folder)
        if isinstance(part, Undefined):
            return dict.fromkeys(names, part)
        for name, values in part.items():
            column = columns[name]
            if not isinstance(column, Undefined):
                column.extend(values.tolist())
    return columns


def _part(
    source: Source, places: range, model: Embedder, folder: Path | None
) -> dict[str, Vectors] | Undefined:
    items = [source.items[place] for place in places]
    images = _seen(source, [item["image"] for item in items], model, folder)
    if isinstance(images, Undefined):
        return images
    if _of_images(source):
        others = _seen(source, [item["generated"] for item in items], model, folder)
        if isinstance(others, Undefined):
            return others
        return {"image_similarity": cosines(images, others)}
    candidates = model.texts([PROMPT + item["candidate"] for item in items])
    if isinstance(candidates, Undefined):
        return candidates
    scores = clip_scores(images, candidates)
    references = [item.get("references", []) for item in items]
    if not all(references):
        return {"clipscore": scores}
    rows = model.texts([PROMPT + text for own in references for text in own])
    if isinstance(rows, Undefined):
        return rows
    of_each = np.split(rows, np.cumsum([len(own) for own in references])[:-1])
    return {
        "clipscore": scores,
        "refclipscore": ref_clip_scores(scores, candidates, of_each),
    }


def _seen(
    source: Source, names: list[str], model: Embedder, folder: Path | None
) -> Vectors | Undefined:
    try:
        return model.images([(folder or source.path.parent) / name for name in names])
    except OSError as error:
        raise InputError(f"{source.path}: an image cannot be read: {error}.") from None


COMMAND = Command(
    name="clipscore",
    summary="how well captions fit their images, by CLIP: CLIPScore, RefCLIPScore",
    description=(
        "CLIPScore and, where items have references, RefCLIPScore (Hessel et al. 2021), by a\n"
        "model on this machine or, with --server, one that a server has. Items with `image` and\n"
        "`generated` instead of a caption give the cosine of both images (IIW Table 4)."
    ),
    add_arguments=_add_arguments,
    run=_run,
)
