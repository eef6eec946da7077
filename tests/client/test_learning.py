"""Versions and trainings of a model, against a real server."""

import uuid

import pytest

from annotate_client import Client, NotFound
from tests.client.house import House
from tests.e2e.installation import PHOTOS


@pytest.mark.long
@pytest.mark.once
def test_a_model_is_trained_from_what_people_wrote_promoted_and_gone_back_from(
    house: House, lead: Client
) -> None:
    project = lead.create_project(
        f"Of {uuid.uuid4()}", recipe="iiw", settings={"rounds": {"description": 1}}
    )
    project.add_images(PHOTOS, progress=False)
    learner = project.models.connect("Neighbours", "nearest")
    project.models.use(captioner=learner)
    project.models.seed(progress=False)
    house.invite(project, "ada", "ben")
    house.put_to_work(project, "ada", "ben")
    project.wait(progress=False)
    learning = project.models.learning("Neighbours")
    [first] = learning.versions()
    trained = learning.train(progress=False)
    assert trained.label != first.label
    assert learning.promote(trained.label).state == "serving"
    assert learning.promote(first).state == "serving"
    with pytest.raises(NotFound, match="no version 'M9'"):
        learning.promote("M9")
