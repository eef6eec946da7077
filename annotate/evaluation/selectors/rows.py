"""Everything that was said in a study and counts, one score per row."""

from collections.abc import Iterator, Sequence

from annotate.evaluation.models import Study, StudyItem
from annotate.evaluation.selectors.ratings import rater_title, ratings_of
from annotate.evaluation.selectors.results import source_titles

COMPARED = ("comparison", "image", "left", "right", "metric", "label", "score")
RATED = ("study", "image", "source", "metric", "score")
_MORE = ("rater", "justification", "seconds", "item", "flipped")


def ratings_rows(study: Study) -> Iterator[Sequence[object]]:
    """Yield the names of the columns, then a row per score.

    `left` is the first source, whatever people saw on the left: `flipped` says whether that was the
    second one. An import reads the file of a comparison as it is: images have the name that is
    theirs alone, or the one by which they were brought in.
    """
    compared = study.design == Study.Design.SIDE_BY_SIDE
    yield (*(COMPARED if compared else RATED), *_MORE)
    titles = source_titles(study)
    found = StudyItem.objects.filter(study=study)
    items = {
        number: (key if key and study.work_id else name, titles[first], flipped)
        for number, name, key, first, flipped in found.values_list(
            "number", "image_name", "image__external_id", "first", "flipped"
        )
    }
    for judgement in ratings_of(study).judgements:
        name, source, flipped = items[judgement.item]
        for metric, each in judgement.scores.items():
            said = (
                (study.name, name, *titles, metric, label(each.score, titles), each.score)
                if compared
                else (study.name, name, source, metric, each.score)
            )
            by = (rater_title(judgement.rater), each.justification, judgement.seconds)
            yield (*said, *by, judgement.item, int(flipped))


def label(score: int, titles: Sequence[str]) -> str:
    """Return a score of a comparison in words, as the released labels have it.

    >>> label(-2, ["A", "B"]), label(1, ["A", "B"]), label(0, ["A", "B"])
    ('A is substantially better', 'B is marginally better', 'Neutral')
    """
    if score == 0:
        return "Neutral"
    better = titles[0] if score < 0 else titles[1]
    return f"{better} is {'substantially' if abs(score) == 2 else 'marginally'} better"
