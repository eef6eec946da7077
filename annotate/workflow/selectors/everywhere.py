"""Projects, samples and people by their words, over everything that somebody may read.

Samples and people are those of projects that somebody leads or reviews: whoever annotates is to
know no answers of others, and finds their own projects by name.
"""

from itertools import groupby

from django.db.models import (
    BooleanField,
    Case,
    OuterRef,
    Q,
    QuerySet,
    Subquery,
    Value,
    When,
    Window,
)
from django.db.models.functions import RowNumber

from annotate.people.models import User
from annotate.people.schemas import Person
from annotate.projects.access import visible_projects
from annotate.projects.models import Membership, Project, Role
from annotate.projects.selectors import known_people
from annotate.workflow.models import Sample, SampleDocument
from annotate.workflow.schemas import everywhere as schemas
from annotate.workflow.schemas.samples import Excerpt, Mark
from annotate.workflow.selectors.words import excerpt, with_words

MOST_PROJECTS = 7
MOST_PEOPLE = 7
# Of each of so many projects so many samples, and one more that is not shown.
MOST_GROUPS = 6
MOST_OF_A_GROUP = 3


def everywhere(user: User, query: schemas.EverywhereQuery) -> schemas.Everywhere:
    """What has each of the words, in at most five statements however much there is.

    A blocked person finds the names of their projects, as their list shows them, and nothing else.
    """
    typed = query.search.strip()
    if not typed:
        return schemas.Everywhere(projects=[], samples=[], people=[])
    return schemas.Everywhere(
        projects=[_project(project) for project in _named(user, typed)],
        samples=[] if user.is_blocked else _samples(user, typed, query.project),
        people=[] if user.is_blocked else _people(user, typed),
    )


def readable(user: User) -> QuerySet[Project]:
    """The projects in which somebody may read everybody's work, as `access.reader` has it."""
    if user.is_admin:
        return Project.objects.all()
    mine = Membership.objects.filter(
        user=user, is_blocked=False, role__in=(Role.LEAD, Role.REVIEWER)
    )
    return Project.objects.filter(pk__in=mine.values("project"))


def _named(user: User, typed: str) -> QuerySet[Project]:
    projects = visible_projects(user)
    for word in typed.split():
        projects = projects.filter(Q(name__icontains=word) | Q(description__icontains=word))
    return projects[:MOST_PROJECTS]


def _samples(user: User, typed: str, here: int | None) -> list[schemas.SamplesOfProject]:
    """The newest samples of each project, those of the project `here` first, then newest first."""
    first = Case(When(project=here, then=True), default=False, output_field=BooleanField())
    place = Window(RowNumber(), partition_by="project", order_by="-pk")
    newest = (
        SampleDocument.objects.filter(with_words(typed), project__in=readable(user))
        .annotate(place=place, first=first if here else Value(value=False))
        .filter(place__lte=MOST_OF_A_GROUP + 1)
        .order_by("-first", "-project", "-pk")
        .values_list("project", "pk")
    )
    found = list(newest[: MOST_GROUPS * (MOST_OF_A_GROUP + 1)])
    rows = Sample.objects.select_related("image", "document", "project").in_bulk(
        [sample for _, sample in found]
    )
    groups = groupby(found, key=lambda pair: pair[0])
    return [
        _group([rows[sample] for _, sample in pairs if sample in rows], typed)
        for _, pairs in groups
    ][:MOST_GROUPS]


def _group(samples: list[Sample], typed: str) -> schemas.SamplesOfProject:
    return schemas.SamplesOfProject(
        project=_project(samples[0].project),
        samples=[_sample(sample, typed) for sample in samples[:MOST_OF_A_GROUP]],
        more=len(samples) > MOST_OF_A_GROUP,
    )


def _sample(sample: Sample, typed: str) -> schemas.FoundSample:
    said = excerpt([sample.document.text, sample.document.others], typed)
    marks = [Mark(start=start, end=end) for start, end in said.spans] if said else []
    return schemas.FoundSample(
        id=sample.pk,
        name=sample.image.name,
        external_id=sample.image.external_id,
        excerpt=Excerpt(text=said.text, marks=marks) if said else None,
    )


def _people(user: User, typed: str) -> list[schemas.FoundPerson]:
    there = Membership.objects.filter(user=OuterRef("pk"), project__in=readable(user))
    people = known_people(user).annotate(
        there=Subquery(there.order_by("-project").values("project")[:1])
    )
    for word in typed.split():
        people = people.filter(Q(username__icontains=word) | Q(display_name__icontains=word))
    found = list(people.order_by("username")[:MOST_PEOPLE])
    projects = Project.objects.in_bulk({person.there for person in found if person.there})
    return [
        schemas.FoundPerson(
            user=Person.of(person),
            project=_project(projects[person.there]) if person.there in projects else None,
        )
        for person in found
    ]


def _project(project: Project) -> schemas.FoundProject:
    return schemas.FoundProject.from_row(project)
