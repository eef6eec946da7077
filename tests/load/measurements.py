"""The order of the measurements: from few open tasks to many, then the comparison."""

import argparse
import os
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from annotate.projects.models import Project
from tests.load import bare, report
from tests.load.database import Database
from tests.load.deployment import Deployment, deployed
from tests.load.filling import add_people, add_project, fill, session_of
from tests.load.history import LEASE_SECONDS, curve, drained
from tests.load.measuring import Run, Target, load, measure
from tests.load.serving import served

MINIMAL = "tests.load.minimal.settings", "tests.load.minimal.wsgi:application"
MOST_PEOPLE = 32
# As many open tasks as the comparison has: enough for bare SQL not to run out of them.
COMPARED = 50_000
PEOPLE = (1, 8, 32)
# After so many answers another of the same person is measured, and so often.
EARLIER = (10, 100, 1_000)
# In turns: what comes now and then falls into the measurement of one answer or of another.
ROUNDS = 9
TURNS = 3  # so often each server is measured, one after the other
FLOW_TURNS = 7  # of eight seconds: their ratio differs by a third with the pace of the machine
# Runs of the comparison are so much longer than others: all that the database does by itself until
# everything has been checked, for half a minute, counts with the product and not with the floor.
LONGER = 2
SETTLING = 8  # seconds; long enough for each of 32 people to hand in more than newcomers do


@dataclass(frozen=True)
class _Ready:
    """A server under load with its project and the people of it."""

    target: Target
    project: Project
    secrets: list[str]


class Measurements:
    """A database with people, and the measurements made on it."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self.people = add_people(MOST_PEOPLE)

    def run(
        self, chosen: argparse.Namespace, parts: Sequence[str], shown: Sequence[str]
    ) -> dict[str, Any]:
        """Make the measurements that were asked for, and print them as they come."""
        settings = {name: str(self.database.value(f"SHOW {name}")) for name in shown}
        known = report.circumstances(settings)
        print(
            f"{known['cores']} cores, {known['web_processes']} web processes of"
            f" {known['web_threads']} threads, PostgreSQL {settings}",
            flush=True,
        )
        claims: list[Run] = []
        comparison: dict[str, Any] = {}
        compared: list[Run] = []
        if "claims" in parts:
            claims = self.claims(chosen)
        if "flow" in parts:
            compared = self.flow(chosen.seconds)
        if "comparison" in parts:
            earlier = [*EARLIER, *([10_000] if chosen.long else [])]
            comparison, runs = self.comparison(LONGER * chosen.seconds, earlier)
            compared = [*compared, *runs]
        found = report.ratios(claims)
        print("\n" + report.table([*claims, *compared]))
        if comparison:
            print(
                f"\nAnswers a second, product to floor, the whole deployment counted: {comparison}"
            )
        print(f"\n{found}")
        if claims:
            print(report.verdict(found), flush=True)
        return {
            "circumstances": known,
            "runs": [run.as_json() for run in [*claims, *compared]],
            "comparison": comparison,
            "ratios": found,
        }

    def claims(self, chosen: argparse.Namespace) -> list[Run]:
        """Claim and submit at each number of open tasks with each number of annotators."""
        project = add_project(self.people, name="Load")
        runs: list[Run] = []
        with deployed(self.database) as deployment:
            target = Target("product", deployment)
            for number in sorted(chosen.open):
                started = time.monotonic()
                fill(self.database, project, number)
                print(f"\n{number:,} open tasks ({time.monotonic() - started:.0f} s to fill)")
                if not runs:
                    load(target, project, self._secrets(8), 3)  # first use of everything
                for people in chosen.annotators:
                    fill(self.database, project, number)
                    run = measure(
                        target,
                        self.database,
                        project,
                        self._secrets(people),
                        open_tasks=number,
                        seconds=chosen.seconds,
                    )
                    runs.append(run)
                    print(report.table([run]).splitlines()[-1], flush=True)
        return runs

    def comparison(self, seconds: int, earlier: Sequence[int]) -> tuple[dict[str, Any], list[Run]]:
        """Do the same two steps with the product and with a minimal view, and as bare SQL.

        Args:
            earlier: after how many answers of one person another is measured.
        """
        print(f"\nComparison at {COMPARED:,} open tasks", flush=True)
        with deployed(self.database) as deployment, self._floor() as floor:
            ready = [self._ready("product", deployment), self._ready("minimal", floor)]
            runs = self._in_turn(ready, seconds)
        history = self._history(earlier)
        print(f"An answer after so many: {history}", flush=True)
        bare_sql = self._bare(min(seconds, 8))
        print(f"bare SQL: {bare_sql} submissions/s, load {os.getloadavg()[0]:.1f}", flush=True)
        return {**report.compared(runs), **history, "sql_32": bare_sql}, runs

    def flow(self, seconds: int) -> list[Run]:
        """Eight people who claim and submit, in turn with as many who work as the page does.

        Both by a session. The page saves a draft where somebody pauses, has it checked with that,
        and gives no other sign of life while they go on: two pauses for each answer here, which
        nobody is so fast to write.
        """
        keys = [session_of(person.user) for person in self.people[:8]]
        runs = []
        with deployed(self.database) as deployment:
            project = add_project(self.people, name="flow")
            fill(self.database, project, COMPARED)
            load(Target("flow", deployment), project, keys, SETTLING, by_session=True)
            drained(project)
            for by_browser in (False, True) * FLOW_TURNS:
                run = measure(
                    Target("browser" if by_browser else "two steps", deployment),
                    self.database,
                    project,
                    keys,
                    open_tasks=COMPARED,
                    seconds=seconds,
                    by_session=True,
                    by_browser=by_browser,
                )
                runs.append(run)
                print(report.table([run]).splitlines()[-1], flush=True)
        rate, processor = report.share_of_flow(runs), report.processor_share_of_flow(runs)
        print(
            f"\nBy the browser's flow, of claim and submit: {rate}; by processor time {processor}"
        )
        return runs

    def _history(self, earlier: Sequence[int]) -> dict[str, float]:
        project = add_project(self.people, name="history")
        fill(self.database, project, 2_000)
        os.environ["JOB_LEASE_SECONDS"] = LEASE_SECONDS
        try:
            with deployed(self.database) as deployment:
                return curve(deployment, project, self.people, earlier, ROUNDS).as_json()
        finally:
            del os.environ["JOB_LEASE_SECONDS"]

    @contextmanager
    def _floor(self) -> Iterator[Deployment]:
        with served(self.database.url, settings=MINIMAL[0], application=MINIMAL[1]) as (port, web):
            yield Deployment(port, {"web": web, "database": self.database.postmaster()})

    def _ready(self, what: str, deployment: Deployment) -> _Ready:
        """A server with a project of its own, in which everybody has worked before.

        The first use of each connection and plan, and the checks of people who are new, belong to
        none of the runs, nor what is left to check of it.
        """
        project = add_project(self.people, name=what)
        fill(self.database, project, COMPARED)
        # The minimal view believes whoever says who they are.
        names = [str(person.user.pk) for person in self.people]
        secrets = self._secrets(MOST_PEOPLE) if what == "product" else names
        target = Target(what, deployment)
        load(target, project, secrets, SETTLING)
        if "worker" in deployment.pids:
            drained(project)
        return _Ready(target, project, secrets)

    def _in_turn(self, ready: Sequence[_Ready], seconds: int) -> list[Run]:
        """Measure each server right after the other, several times: machines change their pace."""
        runs = []
        for people in PEOPLE:
            for each in list(ready) * TURNS:
                run = measure(
                    each.target,
                    self.database,
                    each.project,
                    each.secrets[:people],
                    open_tasks=COMPARED,
                    seconds=seconds,
                    check=each.target.what == "product",
                )
                runs.append(run)
                print(report.table([run]).splitlines()[-1], flush=True)
        return runs

    def _bare(self, seconds: int) -> float | None:
        project = add_project(self.people, name="bare")
        fill(self.database, project, COMPARED)
        return bare.submissions_per_second(
            self.database,
            project,
            first_user=self.people[0].user.pk,
            annotators=MOST_PEOPLE,
            seconds=seconds,
        )

    def _secrets(self, number: int) -> list[str]:
        return [person.secret for person in self.people[:number]]
