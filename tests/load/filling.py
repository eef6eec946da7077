"""Projects with many open tasks, made in seconds: one sample by the product, the rest as copies.

Imports models, so Django must have been set up before.
"""

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from random import Random
from typing import Any

from django.conf import settings
from django.db import models
from django.test import Client

from annotate.images.models import Image
from annotate.people.models import User
from annotate.people.services import create_token
from annotate.projects.models import Membership, Project, Role
from annotate.projects.services import create_project
from annotate.workflow import services
from annotate.workflow.models import Annotation, Sample, Task
from tests.load.database import Database

# A seed of the length that a captioner writes: 3 objects and some 60 words.
_SENTENCE = (
    "A red kite with a long yellow tail hangs above a wide meadow of dry grass while two people"
    " in dark coats watch it from the shade of an old tree."
)
_LABELS = "kite", "tree", "meadow"


def _seeds(descriptions: Sequence[str], text: str) -> dict[str, dict[str, Any]]:
    """What a captioner says of one image: a description of each object, and the text."""
    return {
        "objects": {
            "objects": [
                {
                    "id": f"object{number}",
                    "label": label,
                    "box": {"x": 10 * number, "y": 20, "width": 120, "height": 90},
                    "description": description,
                    "derived_from": [],
                }
                for number, (label, description) in enumerate(
                    zip(_LABELS, descriptions, strict=True), start=1
                )
            ]
        },
        "description": {"text": text},
    }


SEEDS = _seeds(
    [f"A {label} in the middle ground, lit from the left side." for label in _LABELS],
    f"{_SENTENCE} {_SENTENCE.lower()}",
)
# A captioner says something else of each image. Were all seeds one, all that people write would be
# near-duplicates, and the checks of copies would do what they have to do nowhere else.
_VARIANTS, _WORDS = 2_000, 1_500


@lru_cache(maxsize=1)
def _other_seeds() -> str:
    """Seeds as long as those above, in words that mean nothing; a list, as JSON."""
    drawn = Random(7)

    def prose(words: int) -> str:
        said = " ".join(drawn.choices(vocabulary, k=words))
        return f"{said.capitalize()}."

    vocabulary = ["".join(drawn.choices("aeinorstlmdk", k=3 + n % 6)) for n in range(_WORDS)]
    return json.dumps(
        [_seeds([prose(11) for _ in _LABELS], f"{prose(29)} {prose(29)}") for _ in range(_VARIANTS)]
    )


@dataclass(frozen=True)
class Annotator:
    """One person of the measurement, and their token for scripts."""

    user: User
    secret: str


def add_people(number: int) -> list[Annotator]:
    """Make annotators, each with a token."""
    made = []
    for place in range(number):
        user = User(username=f"annotator-{place}")
        user.set_unusable_password()
        user.save()
        _, secret = create_token(user=user, name="load", expires_in_days=1)
        made.append(Annotator(user, secret))
    return made


def session_of(user: User) -> str:
    """Sign somebody in; return the key that their browser keeps."""
    browser = Client()
    browser.force_login(user)
    return browser.cookies[settings.SESSION_COOKIE_NAME].value


def add_project(people: list[Annotator], *, name: str) -> Project:
    """Make a project with the recipe `iiw` in which all these people work."""
    project = create_project(
        name=name,
        description="",
        recipe_name="iiw",
        changes={},
        creator=people[0].user,
        seed=7,
    )
    joined = {membership.user_id for membership in project.memberships.all()}
    Membership.objects.bulk_create(
        Membership(
            project=project,
            user=person.user,
            role=Role.ANNOTATOR,
            guidelines_read=project.guidelines_version,
        )
        for person in people
        if person.user.pk not in joined
    )
    return project


def open_tasks(project: Project) -> int:
    """Return how many tasks of the project wait for somebody."""
    return Task.objects.filter(project=project, state=Task.State.OPEN).count()


def fill(database: Database, project: Project, number: int) -> None:
    """Add seeded samples until `number` tasks are open, then let the database take stock."""
    missing = number - open_tasks(project)
    if missing > 0:
        template = one_sample(project)
        _copy(database, template, missing - 1)
    take_stock(database)
    database.alone("CHECKPOINT")


def take_stock(database: Database) -> None:
    """Let the database count the rows of its tables, but for those that are empty.

    Nothing does that to an empty table in an installation either: PostgreSQL expects some hundred
    rows in one that it has never counted, and none for long in one that was empty when it did.
    """
    tables = database.value(
        "SELECT string_agg(quote_ident(relname), ', ') FROM pg_class WHERE relkind = 'r' "
        "AND relnamespace = 'public'::regnamespace AND pg_relation_size(oid) > 0"
    )
    database.alone(f"VACUUM ANALYZE {tables}")


def add_samples(project: Project, number: int) -> None:
    """Add seeded samples one by one, as the product does, on any database."""
    for _ in range(number):
        one_sample(project)


def one_sample(project: Project, *, with_seeds: bool = True) -> Sample:
    """Add a sample as the product does, and open it."""
    number = project.images.count() + 1
    image = Image.objects.create(
        project=project,
        name=f"photo-{number}.jpg",
        external_id=f"photo-{number}",
        sha256=hashlib.sha256(str(number).encode()).hexdigest(),
        format="jpeg",
        width=400,
        height=300,
        bytes=100_000,
        metadata={"Title": "A meadow"},
        # There is no picture of it, nor of its copies, that the worker could look at.
        is_compared=True,
    )
    [sample] = services.add_samples(project=project, image_ids=[image.pk])
    for stage_key, value in SEEDS.items() if with_seeds else ():
        services.add_seed(
            project=project, sample=sample, stage_key=stage_key, value=value, producer="load 1"
        )
    services.open_samples(project=project, samples=[sample])
    sample.refresh_from_db()
    return sample


def copy_first(database: Database, project: Project, number: int) -> None:
    """Add so many copies of the first sample of a project."""
    _copy(database, project.samples.order_by("pk")[0], number)


_AT_ONCE = 100_000
_RANDOM = "('x' || substr(md5({}::text), 1, 16))::bit(64)::bigint & 9223372036854775807"


def _copy(database: Database, sample: Sample, number: int) -> None:
    """Copy a sample with its image, seeds and open task, whatever columns these tables have."""
    project, first = sample.project_id, sample.project.images.count() + 1
    query = _copying()
    for start in range(0, number, _AT_ONCE):
        size = min(_AT_ONCE, number - start)
        with database.cursor() as cursor:
            # Foreign keys hold by construction; checking each would take minutes. Only a superuser
            # may leave them out.
            if database.may_skip_checks:
                cursor.execute("SET LOCAL session_replication_role = replica")
            cursor.execute(
                query,
                {
                    "prefix": f"p{project}-",
                    "first": first + start,
                    "last": first + start + size - 1,
                    "image": sample.image_id,
                    "sample": sample.pk,
                    "said": _other_seeds(),
                    "variants": _VARIANTS,
                },
            )


def _copying() -> str:
    picture = selection(
        Image,
        name="'photo-' || n || '.jpg'",
        external_id="'photo-' || n",
        sha256="md5(%(prefix)s || n) || md5(n || %(prefix)s)",
    )
    annotation = selection(
        Annotation, sample_id="samples.id", value="coalesce(said.seeds -> t.stage_key, t.value)"
    )
    task = selection(Task, sample_id="samples.id", order_key=_RANDOM.format("samples.id"))
    return f"""
        WITH said AS MATERIALIZED (
          SELECT place, seeds
          FROM jsonb_array_elements(%(said)s::jsonb) WITH ORDINALITY AS each(seeds, place)
        ), pictures AS (
          INSERT INTO images_image {picture}
          FROM images_image t, generate_series(%(first)s, %(last)s) AS n WHERE t.id = %(image)s
          RETURNING id
        ), samples AS (
          INSERT INTO workflow_sample {selection(Sample, image_id="pictures.id")}
          FROM workflow_sample t, pictures WHERE t.id = %(sample)s
          RETURNING id
        ), seeds AS (
          INSERT INTO workflow_annotation {annotation}
          FROM workflow_annotation t, samples
          JOIN said ON said.place = 1 + samples.id %% %(variants)s
          WHERE t.sample_id = %(sample)s
        )
        INSERT INTO workflow_task {task}
        FROM workflow_task t, samples WHERE t.sample_id = %(sample)s
    """


# As `annotate.core.numbers` draws the ids of images.
_DRAWN = "1 + floor(random() * 1125899906842624)::bigint"


def selection(model: type[models.Model], **changed: str) -> str:
    """Return the columns of a table and what a copy of the row `t` has in each.

    A key that the database counts is left to it, and one that is drawn is drawn.
    """
    fields: list[Any] = [
        each for each in model._meta.concrete_fields if not each.primary_key or each.has_default()
    ]
    names = [field.column for field in fields]
    changed = {"id": _DRAWN, **changed}
    values = [changed.get(name, f't."{name}"') for name in names]
    quoted = ", ".join(f'"{name}"' for name in names)
    return f"({quoted}) SELECT {', '.join(values)}"


def values(model: type[models.Model], **given: str) -> str:
    """Return the columns of a table that must have a value, and these or their defaults."""
    row = dict(given)
    fields: list[Any] = list(model._meta.concrete_fields)
    for field in fields:
        if not field.null and field.column not in row:
            default = field.get_default()
            row[field.column] = f"'{default}'" if isinstance(default, str) else str(default)
    quoted = ", ".join(f'"{name}"' for name in row)
    return f"({quoted}) VALUES ({', '.join(row.values())})"
