"""What regressions of mentions are fitted on: all images that both stages speak of, in memory."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from annotate.analysis.geometry import Box
from annotate.analysis.harms.mention_data import Shown
from annotate.analysis.harms.synsets import Meanings, SynsetId
from annotate.evaluation.selectors.harm_reading import Marked, Place, Staged, number_of, staged
from annotate.evaluation.selectors.harm_stages import Stage
from annotate.evaluation.selectors.harm_tools import Tools
from annotate.evaluation.services.harm_cases_found import graph_of
from annotate.projects.models import Project

Boxes = dict[SynsetId, list[Box]]


@dataclass(slots=True)
class Matter:
    """Images as they are read, by their synsets; withdrawn ones are not among them."""

    tools: Tools
    images: list[tuple[Staged, Boxes, frozenset[SynsetId]]] = field(default_factory=list)
    labelled: set[SynsetId] = field(default_factory=set)

    def add(self, image: Staged, candidate: Stage, truth: Stage) -> None:
        """Add an image of which the candidate says something, too."""
        if candidate.key not in image.said or not (image.width and image.height):
            return
        boxes = _boxes(image.said[truth.key].objects, self.tools.meanings)
        graph = graph_of(image.said[candidate.key], self.tools.parser)
        self.labelled |= boxes.keys()
        self.images.append((image, boxes, frozenset(self.tools.meanings.concepts(graph).objects)))

    def shown(self, groups: dict[int, str]) -> list[Shown]:
        """Return the images with their groups: what names a dog mentions an animal, too."""
        name, above = self.tools.meanings.name_of, self.tools.hierarchy.with_all_above
        return [
            Shown(
                str(image.sample),
                groups.get(image.sample or 0),
                image.width,
                image.height,
                {name(synset): found for synset, found in boxes.items()},
                frozenset(map(name, objects | (above(objects) & self.labelled))),
            )
            for image, boxes, objects in self.images
        ]


def read(
    project: Project, candidate: Stage, truth: Stage, matter: Matter
) -> Iterator[tuple[int, int]]:
    """Read all images into ``matter``; yield how many samples of how many were looked at."""
    total, done = number_of(project, truth), 0
    for batch in staged(project, [candidate, truth], Place(), whole=truth):
        for image in batch:
            matter.add(image, candidate, truth)
        done += len(batch)
        yield min(done, total), total


def _boxes(objects: list[Marked], meanings: Meanings) -> Boxes:
    """The boxes of each synset; those whose label WordNet lacks are left out."""
    found: Boxes = {}
    for marked in objects:
        synset = meanings.senses(marked.label, "object").common
        if synset is not None:
            sides = {name: float(marked.box[name]) for name in ("x", "y", "width", "height")}
            found.setdefault(synset, []).append(Box(**sides))
    return found
