"""What the parts of ``harms`` that need boxes read: labels with their places, and image sizes."""

import argparse
from collections.abc import Iterable, Mapping
from pathlib import Path

from annotate.analysis.commands.base import InputError
from annotate.analysis.commands.harms_files import opened
from annotate.analysis.harms.box_files import BoxedImage, Labelled, boxed_images, sizes_of
from annotate.analysis.harms.synsets import Meanings, SynsetId


def add_boxes(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--boxes",
        type=Path,
        required=True,
        metavar="FILE",
        help="COCO's instances or Visual Genome's objects",
    )
    parser.add_argument(
        "--sizes",
        type=Path,
        metavar="FILE",
        help="Visual Genome's image_data",
    )


def read_boxes(options: argparse.Namespace) -> dict[str, BoxedImage]:
    """Return the images with their boxes; raises :class:`InputError` for one without a size."""
    sizes = {}
    if options.sizes is not None:
        with opened(options.sizes) as file:
            sizes = sizes_of(file)
    with opened(options.boxes) as file:
        found = boxed_images(file, sizes)
    if not found:
        raise InputError(f"{options.boxes}: there is no image.")
    for image in found.values():
        if image.size is None:
            raise InputError(f"{options.boxes}: image {image.image} has no size; give --sizes.")
    return found


def synset_of(label: Labelled, meanings: Meanings) -> SynsetId | None:
    """What a label means: its own synset where the file names one, or its most common one."""
    named = meanings.id_of(label.synset) if label.synset else None
    return named or meanings.senses(label.label, "object").common


def boxes_by_synset(
    labels: Iterable[Labelled], meanings: Meanings
) -> Mapping[SynsetId, list[Labelled]]:
    """Return the boxes of each synset; those whose label WordNet lacks are left out."""
    found: dict[SynsetId, list[Labelled]] = {}
    for label in labels:
        synset = synset_of(label, meanings)
        if synset is not None:
            found.setdefault(synset, []).append(label)
    return found
