"""SIMULATION: a project of many images for *Objects mentioned, by group*, measured through the job.

    DEBUG=true DATA_DIR=FOLDER python -m tests.evaluation.mentions_at_size IMAGES

Makes a database in FOLDER with a project whose images show and mention 500 types as
`tests.analysis.harms.paper_size` has it, and has 500 types measured by 1,000 splits. A worker of
the same FOLDER then does the job: `celery -A annotate.config worker --beat --pool solo`.
"""

import os
import sys
from math import exp
from random import Random

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "annotate.config.settings")
django.setup()

from django.core.management import call_command  # noqa: E402
from django.db import transaction  # noqa: E402

from annotate.analysis.harms.synsets import meanings  # noqa: E402
from annotate.analysis.undefined import Undefined  # noqa: E402
from annotate.evaluation.services import mentions  # noqa: E402
from annotate.people.models import User  # noqa: E402
from annotate.projects import services as projects  # noqa: E402
from tests.analysis.harms.paper_size import EFFECT, TYPES, nouns  # noqa: E402
from tests.evaluation.groups_scene import DARKER, LIGHTER, said, scheme_in  # noqa: E402
from tests.evaluation.harm_scene import finished, harms_recipe, thing  # noqa: E402


def make(images: int) -> int:
    """Make the project and have it measured; return the id of the measurement."""
    known = meanings()
    assert not isinstance(known, Undefined)
    chance = Random(1)
    types = chance.sample(list(nouns(known)), TYPES)
    shown = [max(0.02, 0.75 / (1 + at / 10)) for at in range(TYPES)]
    owner = User.objects.create_user("size", password="size-size-size")
    project = projects.create_project(
        name="As many as the paper", description="", recipe_name="iiw", changes={}, creator=owner
    )
    harms_recipe(project)
    scheme = scheme_in(project, per_image=1)
    for _ in range(images):
        group = chance.choice([LIGHTER, DARKER])
        things, words = [], []
        for at, name in enumerate(types):
            if chance.random() >= shown[at]:
                continue
            width, height = chance.randrange(20, 300), chance.randrange(20, 290)
            box = {"x": 0, "y": 0, "width": width, "height": height}
            things.append(thing(name, box=box))
            odds = -1.5 + 6 * width * height / (400 * 300)
            odds += EFFECT if at % 10 == 0 and group == DARKER else 0
            if chance.random() < 1 / (1 + exp(-odds)):
                words.append(f"A {name}.")
        text = " ".join(["A picture.", *words])
        sample = finished(project, owner, things=things, texts=["A seed.", text])
        said(scheme, sample, by=(owner, group))
    run = mentions.start(project=project, actor=owner, candidate="s3")
    return int(run.pk)


if __name__ == "__main__":
    call_command("migrate", verbosity=0)
    with transaction.atomic():
        print(make(int(sys.argv[1])))
