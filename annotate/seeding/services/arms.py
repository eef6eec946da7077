"""Which samples start from nothing, so that what seeds do for people can be measured (IIW B.3)."""

from collections.abc import Collection, Iterable

from annotate.analysis.randomness import draw
from annotate.projects.models import Project
from annotate.seeding.models import Arm, ModelAssignment
from annotate.workflow.models import Annotation, Sample

_AT_ONCE = 1000
_ALL = 2**63


def draw_for(project: Project, sample_ids: Collection[int]) -> None:
    """Draw whether these samples are seeded, each once and for good.

    Only samples that wait and have no seed are drawn: chance must come before anything else that
    could decide. Nothing is drawn while the project wants no unseeded samples. The draw depends on
    the project's seed and the sample alone: who asks, and how often, changes nothing.
    """
    assignment = ModelAssignment.objects.filter(project=project).first()
    share = assignment.unseeded_share if assignment else 0.0
    if not share:
        return
    for some in _in_parts(sorted(sample_ids)):
        waiting = Sample.objects.filter(project=project, pk__in=some, state=Sample.State.WAITING)
        fresh = waiting.filter(seeding_arm=None).exclude(
            pk__in=Annotation.objects.filter(sample__in=some, index=0).values("sample")
        )
        arms = [
            Arm(project=project, sample_id=pk, seeded=drawn_seeded(project, pk, share), share=share)
            for pk in fresh.values_list("pk", flat=True)
        ]
        # Of two who draw at once the second finds the same already written.
        Arm.objects.bulk_create(arms, ignore_conflicts=True)


def drawn_seeded(project: Project, sample_id: int, share: float) -> bool:
    return draw(project.seed, "arm", sample_id) >= share * _ALL


def is_seeded(sample: Sample) -> bool:
    """Whether a sample may be given seeds: all may but those drawn to start from nothing."""
    return not Arm.objects.filter(sample=sample, seeded=False).exists()


def unseeded(sample_ids: Iterable[int]) -> set[int]:
    drawn = Arm.objects.filter(sample__in=list(sample_ids), seeded=False)
    return set(drawn.values_list("sample_id", flat=True))


def _in_parts(ids: list[int]) -> Iterable[list[int]]:
    return (ids[start : start + _AT_ONCE] for start in range(0, len(ids), _AT_ONCE))
