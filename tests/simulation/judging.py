"""Measure every version of a connection on one snapshot, so that their figures can be compared.

    python -m tests.simulation.judging PROJECT CONNECTION

A process of its own, in the installation's environment. Prints one JSON object: CIDEr by version.
"""

import json
import os
import sys

import django


def main(project_id: int, name: str) -> None:
    """Freeze all that is finished and ask each version about what was held out."""
    from annotate.backends import Captioner
    from annotate.backends.training.evaluation import evaluate
    from annotate.learning.services import snapshots
    from annotate.projects.models import Project
    from annotate.seeding.models import Connection
    from annotate.seeding.selectors.connections import backend_of, configured

    project = Project.objects.get(pk=project_id)
    folder = snapshots.path_of(snapshots.write(project=project, held_out_share=0.1))
    connection = Connection.objects.get(project=project, name=name)
    found: dict[str, float | int | None] = {}
    for version in connection.versions.order_by("number"):
        captioner: Captioner = backend_of(connection).captioner(configured(version))
        found[version.label] = evaluate(None, captioner, folder)["cider"]
    json.dump(found, sys.stdout)


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "annotate.config.settings")
    django.setup()
    main(int(sys.argv[1]), sys.argv[2])
