"""What back ends say about images, as answers of the project's stages."""

from collections.abc import Sequence

from PIL import Image as Pixels

from annotate.backends import BackendError, Captioner, Detector, Reader, runs
from annotate.kinds.capabilities import Describes, MarksObjects, ReadsText
from annotate.projects.recipes import Recipe
from annotate.seeding.loaded_models import LoadedModels
from annotate.seeding.work import Picture, Seed, Seeds, Work, seeded_stages

__all__ = ["Picture", "Seed", "Seeds", "make_many", "make_seeds"]


def make_seeds(
    pixels: Pixels.Image,
    *,
    recipe: Recipe,
    detector: Detector,
    captioner: Captioner,
    reader: Reader | None = None,
    hints: dict[str, str],
) -> Seeds:
    """Make the seeds of one image.

    Raises:
        BackendError: a back end failed on this image.
    """
    models = LoadedModels(detector=detector, captioner=captioner, reader=reader)
    [made] = make_many([Picture(runs.as_upright_rgb(pixels), hints)], recipe=recipe, models=models)
    if isinstance(made, BackendError):
        raise made
    return made


def make_many(
    pictures: Sequence[Picture], *, recipe: Recipe, models: LoadedModels
) -> list[Seeds | BackendError]:
    """Detect objects, describe each crop, then the whole image, and read the text (IIW §3.3, TC).

    Each back end is asked about all pictures together, so that it can share a batch or have
    several requests under way. Only stages that the recipe seeds get one, and only back ends that
    one of them needs are asked. For a picture on which a back end failed, its error is returned.
    """
    asked = [stage.kind_object for stage in seeded_stages(recipe)]
    if not asked:
        return [Seeds([], []) for _ in pictures]
    found = runs.detect_many(models.detector, [each.pixels for each in pictures])
    works = [
        each if isinstance(each, BackendError) else Work(models, recipe, picture, each)
        for picture, each in zip(pictures, found, strict=True)
    ]
    going = [each for each in works if isinstance(each, Work)]
    if any(isinstance(kind, (MarksObjects, Describes)) for kind in asked):
        _caption(going, models.captioner)
    if any(isinstance(kind, ReadsText) for kind in asked) and models.reader is not None:
        for work in going:
            work.read(models.reader)
    return [
        each if isinstance(each, BackendError) else each.error or each.seeds() for each in works
    ]


def _caption(works: Sequence[Work], captioner: Captioner) -> None:
    """Put the questions about all pictures together, and deal the answers out again."""
    questions = [work.questions() for work in works]
    answers = iter(runs.caption_many(captioner, [each for some in questions for each in some]))
    for work, some in zip(works, questions, strict=True):
        work.hear([next(answers) for _ in some])
