"""What came of a study: computed from the judgements each time it is asked for.

Nothing is kept: a rejection or one more judgement shows at once, and there is nothing to go stale.
"""

from collections.abc import Iterator, Sequence

from annotate.evaluation.models import Study, StudyItem
from annotate.evaluation.selectors.ratings import design_of, judged_study, rater_title
from annotate.kinds.judging import StudyResults

_HEAD = "% Put \\usepackage{booktabs} into the preamble."
_MORE = ("rater", "justification", "seconds", "item", "order", "chunk")


def results(study: Study) -> StudyResults:
    found: StudyResults = design_of(study).results(judged_study(study))
    return found


def table_rows(study: Study) -> Iterator[Sequence[object]]:
    """Yield the rows of the CSV table, the names of the columns first."""
    return design_of(study).table_rows(results(study))


def latex(study: Study) -> str:
    """Return the tables as LaTeX, to be put into a paper with \\input."""
    return "\n\n".join([_HEAD, *design_of(study).latex(results(study))]) + "\n"


def rating_rows(study: Study) -> Iterator[Sequence[object]]:
    """Yield the names of the columns, then everything that was said and counts.

    Sources are told in their order, whatever people saw first: `order` are the places of the
    sources, from 1, as this person saw them. An import reads the file of a comparison as it is:
    images have the name that is theirs alone, or the one by which they were brought in.
    """
    design = design_of(study)
    yield (*design.rating_columns(), *_MORE)
    judged = judged_study(study)
    rows = StudyItem.objects.filter(study=study)
    names = {
        number: key if key and study.work_id else name
        for number, name, key in rows.values_list("number", "image_name", "image__external_id")
    }
    for judgement in judged.judgements.counted:
        order = " ".join(str(source + 1) for source in judgement.order)
        for cells, reasons in design.rating_rows(judged, names[judgement.item], judgement):
            by = (rater_title(judgement.rater), reasons, judgement.seconds)
            yield (*cells, *by, judgement.item, order, judged.items[judgement.item].chunk)
