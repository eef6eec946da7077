"""Ask every endpoint about a project's work over HTTP, and take the time.

Imports models, so Django must have been set up before.
"""

import http.client
import time
from dataclasses import dataclass, replace
from datetime import timedelta

from django.utils import timezone

from annotate.people.services import create_token
from annotate.projects.models import Project
from annotate.workflow.models import DailyStats, Sample
from tests.load.database import Database
from tests.load.measuring import percentiles
from tests.load.processes import processor_seconds
from tests.load.serving import served

AIM = 200.0  # milliseconds, p95
AIM_OF_LISTS = 300.0  # of a hundred thousand samples, whatever is asked for
WARM_UP = 2  # requests that do not count: first plans, first pages from the disk


@dataclass(frozen=True)
class Timed:
    """What one endpoint answered, and how long it took, in milliseconds.

    `web` and `data` are the processor time of one request, which a busy machine hardly changes.
    """

    url: str
    status: int
    kib: float
    p50: float | None
    p95: float | None
    web: float | None
    data: float | None
    aim: float = AIM

    def __str__(self) -> str:
        """Return one line of the table."""
        if self.status == http.HTTPStatus.NOT_FOUND:
            return f"{self.url:75}  not there"
        figures = (self.kib, self.p50, self.p95, self.web, self.data)
        missed = "" if (self.p95 or 0) <= self.aim else f"  MISSED (aim {self.aim:.0f})"
        return f"{self.url:75}{self.status:>4}{''.join(f'{each!s:>9}' for each in figures)}{missed}"


HEAD = f"{'':79}{'KiB':>9}{'p50 ms':>9}{'p95 ms':>9}{'web ms':>9}{'data ms':>9}"


@dataclass(frozen=True)
class Served:
    """A server, and the processes whose time is counted."""

    port: int
    web: int
    postmaster: int | None
    secret: str
    aim: float = AIM

    def ask(self, url: str, times: int) -> Timed:
        """Ask for one address again and again on a kept connection."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        seconds, status, size = [], 0, 0
        web = data = None
        for number in range(times + WARM_UP):
            if number == WARM_UP:
                web, data = processor_seconds(self.web), processor_seconds(self.postmaster)
            started = time.perf_counter()
            connection.request("GET", url, headers={"Authorization": f"Token {self.secret}"})
            answered = connection.getresponse()
            size, status = len(answered.read()), answered.status
            if status != http.HTTPStatus.OK:
                break
            seconds.append(time.perf_counter() - started)
        found = percentiles(seconds[WARM_UP:])
        return Timed(
            url,
            status,
            round(size / 1024, 1),
            found["p50"],
            found["p95"],
            _each(web, processor_seconds(self.web), times),
            _each(data, processor_seconds(self.postmaster), times),
            self.aim,
        )


def _each(before: float | None, after: float | None, times: int) -> float | None:
    if before is None or after is None:
        return None
    return round(1000 * (after - before) / times, 1)


def all_endpoints(database: Database, project: Project, times: int) -> list[Timed]:
    """Serve the product and ask every endpoint so many times, one request after another."""
    _, secret = create_token(user=project.created_by, name="load", expires_in_days=1)
    application = "annotate.config.wsgi:application"
    settings = "annotate.config.settings"
    print(HEAD, flush=True)
    found = []
    with served(database.url, settings=settings, application=application) as (port, web):
        at = Served(port, web, database.postmaster(), secret)
        asked = [(at, url) for url in endpoints(project)]
        of_samples = replace(at, aim=AIM_OF_LISTS)
        asked += [(of_samples, url) for url in sample_lists(project)]
        for who, url in asked:
            found.append(who.ask(url, times))
            print(found[-1], flush=True)
    return found


def sample_lists(project: Project) -> list[str]:
    """Return lists of samples: by each filter, in orders that have no index, by words."""
    base = f"/api/v1/projects/{project.pk}/samples"
    busiest = DailyStats.objects.filter(project=project).order_by("-submissions")[0].annotator_id
    return [
        f"{base}?stage=description&state=open",
        f"{base}?round=2",
        f"{base}?split=train&state=done",
        f"{base}?person={busiest}",
        f"{base}?similarity_from=0.5&similarity_to=0.8",
        f"{base}?length_from=10&length_to=40",
        f"{base}?seconds_from=60",
        f"{base}?flag=too_fast",
        f"{base}?order=-changed",
        f"{base}?order=-similarity",
        f"{base}?order=name",
        f"{base}?search=kite",
        f"{base}?search=zzz",
        f"{base}?search=red%20kite&state=done&order=-length",
    ]


def endpoints(project: Project) -> list[str]:
    """Return the address of every page about a project's work, with the filters that it has."""
    base = f"/api/v1/projects/{project.pk}"
    today = timezone.now().date()
    month = f"from={today - timedelta(days=28)}&to={today}"
    busiest = DailyStats.objects.filter(project=project).order_by("-submissions")[0].annotator_id
    done = Sample.objects.filter(project=project, state="done").order_by("pk")[0]
    return [
        f"{base}/overview",
        f"{base}/rounds",
        f"{base}/rounds?stage=objects",
        f"{base}/rounds?stage=description&{month}",
        f"{base}/stopping",
        f"{base}/stopping?stage=description",
        f"{base}/annotators",
        f"{base}/annotators?order=-submissions&stage=description",
        f"{base}/annotators?warned=1",
        f"{base}/annotators?{month}",
        f"{base}/annotators/{busiest}",
        f"{base}/annotators/{busiest}/texts",
        f"{base}/annotators/{busiest}/texts?stage=objects",
        f"{base}/stages/objects",
        f"{base}/stages/description",
        f"{base}/seed-quality?stage=description",
        f"{base}/samples",
        f"{base}/samples?state=done",
        f"/api/v1/samples/{done.pk}",
        f"{base}/jobs",
    ]
