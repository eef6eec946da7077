"""A project whose work comes in HITs of two, platforms that stand in, and browsers."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from pytest_django import Settings

from annotate.crowd.models import Channel
from annotate.crowd.services import channels
from annotate.projects.models import Project
from tests.conftest import Cast, NewProject, add_samples
from tests.crowd.browsers import Browser
from tests.crowd.stand_ins import prolific as prolific_platform
from tests.crowd.stand_ins.mturk import MTurk
from tests.crowd.stand_ins.prolific import Prolific
from tests.crowd.stand_ins.server import serving
from tests.workflow.acts import use_recipe

NewChannel = Callable[..., Channel]
STAGE = {
    "key": "caption",
    "title": "Caption",
    "mode": "parallel",
    "rounds": 2,
    "hit": {"size": 2, "minutes": 30},
}


@pytest.fixture
def work(new_project: NewProject) -> Project:
    """A project of four images, two texts each, given in HITs of two."""
    return work_in_hits(new_project())


def work_in_hits(project: Project, images: int = 4) -> Project:
    use_recipe(project, STAGE)
    add_samples(project, images)
    return project


@pytest.fixture
def new_channel(work: Project, people: Cast) -> NewChannel:
    """Make a channel into the project."""

    def make(adapter: str, project: Project | None = None, **settings: Any) -> Channel:
        return channels.make_channel(
            project=project or work,
            actor=people.owner,
            name=f"By {adapter}",
            adapter=adapter,
            stage=None,
            settings=settings,
        )

    return make


@pytest.fixture
def prolific(settings: Settings) -> Iterator[Prolific]:
    platform = Prolific()
    with serving(platform) as address:
        settings.PROLIFIC_API_URL = f"{address}/api/v1"
        settings.FETCH_PRIVATE_HOSTS = [address.removeprefix("http://")]
        yield platform


@pytest.fixture
def study(new_channel: NewChannel, prolific: Prolific) -> Channel:
    """A channel of a study on Prolific, with token and webhook secret."""
    return new_channel(
        "prolific",
        study_id=prolific_platform.STUDY,
        code_completed="C0MPLETE",
        code_screened_out="SCREEN0UT",
        code_no_work="N0W0RK",
        api_token=prolific_platform.TOKEN,
        webhook_secret=prolific_platform.WEBHOOK_SECRET,
        pay_rate="0.60",
        pay_currency="GBP",
    )


@pytest.fixture
def mturk(settings: Settings) -> Iterator[MTurk]:
    platform = MTurk()
    with serving(platform) as address:
        settings.MTURK_API_URLS = {"sandbox": address, "production": address}
        settings.MTURK_SUBMIT_ORIGINS = [*settings.MTURK_SUBMIT_ORIGINS, address]
        yield platform


@pytest.fixture
def turk(new_channel: NewChannel, mturk: MTurk) -> Channel:
    """A channel of Mechanical Turk with keys."""
    return new_channel(
        "mturk",
        access_key_id="AKIDEXAMPLE",
        secret_access_key="very-secret-key",
        pay_rate="0.60",
        bonus="0.15",
    )


@pytest.fixture
def browser(live_server: Any) -> Callable[[], Browser]:
    """Open a fresh browser on the product, served over real HTTP."""
    return lambda: Browser(live_server.url)
