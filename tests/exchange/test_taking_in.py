"""Which new pictures can be worked on at once."""

import pytest

from annotate.core.jobs import services as job_services
from annotate.projects.services import create_project
from annotate.workflow.models import Sample
from tests.conftest import Cast, client_of
from tests.exchange.files import zipped
from tests.exchange.test_exchange_api import file, upload, url
from tests.images import pictures

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(("recipe", "state"), [("iiw", "waiting"), ("textcaps", "open")])
def test_only_a_recipe_with_seeds_lets_new_pictures_wait(
    people: Cast, recipe: str, state: str
) -> None:
    project = create_project(
        name="Photos", description="", recipe_name=recipe, changes={}, creator=people.owner
    )
    upload(project, people.owner, file("good.jpg", pictures.jpeg(seed=1)))
    more = file("more.zip", zipped({"b.jpg": pictures.jpeg(seed=2)}))
    begun = client_of(people.owner).post(
        url(project, "imports"), {"file": more}, format="multipart"
    )
    job_services.run(begun.json()["job"]["id"])
    samples = Sample.objects.filter(project=project)
    assert [sample.state for sample in samples] == [state, state]
