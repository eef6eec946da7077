"""The texts that a report measures."""

from annotate.analysis.text_reports import Text
from annotate.evaluation.selectors.sources import Source, SourceText, texts_of
from annotate.evaluation.selectors.sources.naming import round_source, stages_with_texts
from annotate.projects.models import Project
from annotate.projects.recipes import StageSpec
from annotate.workflow.models import Sample


def report_texts(project: Project, source: Source) -> list[SourceText]:
    """Return the texts of a source as a report counts them.

    A study shows one text per image. Here the final texts of a stage in which people answer side
    by side are all of these answers: that is what such a stage is for.
    """
    for stage in stages_with_texts(project):
        if source.type == "final" and stage.key == source.stage and stage.mode == "parallel":
            return _of_replicas(project, stage)
    return texts_of(project, source)


def _of_replicas(project: Project, stage: StageSpec) -> list[SourceText]:
    """Return the answers of a parallel stage to samples that are done, by image."""
    samples = Sample.objects.filter(project=project, state=Sample.State.DONE).order_by("pk")
    found: dict[int | None, list[SourceText]] = {
        image_id: [] for image_id in samples.values_list("image_id", flat=True)
    }
    for index in range(1, max(stage.rounds, *stage.rounds_by_split.values(), 1) + 1):
        for text in texts_of(project, round_source(stage, index)):
            if text.image_id in found:
                found[text.image_id].append(text)
    return [text for of_one in found.values() for text in of_one]


def as_measured(text: SourceText) -> Text:
    """Return a text as measures take it: together with others about the same image."""
    image = f"image {text.image_id}" if text.image_id is not None else f"key {text.key}"
    return Text(image if text.image_id is not None or text.key else "", text.text)
