"""The samples that somebody has chosen in a list: by name, or all that match its filters."""

from annotate.core import errors
from annotate.messages import Message
from annotate.projects.models import Project
from annotate.workflow.models import Sample
from annotate.workflow.schemas.sample_lists import ChosenSamples
from annotate.workflow.selectors.sample_lists import found

MOST = 10_000


def chosen_samples(project: Project, wanted: ChosenSamples) -> list[int]:
    """The ids of the samples that are meant, in the order in which they were added.

    Raises:
        Invalid: none or too many are chosen, both ways at once, or all that match without how many
            those are.
        Conflict: other samples match by now than the lead has seen.
    """
    if (wanted.matching is None) == (not wanted.samples):
        raise errors.Invalid.field("samples", Message("samples_or_all"), code="missing")
    if wanted.matching is None:
        named = set(wanted.samples)
        rows = Sample.objects.filter(project=project, pk__in=named)
        chosen = sorted(rows.values_list("pk", flat=True))
        if len(chosen) < len(named):
            raise errors.Invalid.field("samples", Message("unknown_samples"), code="unknown")
        return chosen
    if wanted.expected is None:
        raise errors.Invalid.field("expected", Message("samples_uncounted"), code="missing")
    matching = found(project, wanted.matching).order_by("pk").values_list("pk", flat=True)
    chosen = list(matching[: MOST + 1])
    if len(chosen) > MOST:
        raise errors.Invalid.field("matching", Message("too_many_samples", limit=MOST))
    if len(chosen) != wanted.expected:
        raise errors.Conflict(
            Message("samples_changed", now=len(chosen), seen=wanted.expected), code="list_changed"
        )
    if not chosen:
        raise errors.Invalid.field("matching", Message("no_samples"), code="missing")
    return chosen
