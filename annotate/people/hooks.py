"""What this package asks of those above it; `config.hooks` names who answers."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from django.http import HttpRequest

from annotate.core.hooks import Hook
from annotate.people.models import User

# Of how many projects people are members, by their ids; absent means none.
ProjectCounter = Callable[[Sequence[int]], dict[int, int]]
project_counters: Hook[ProjectCounter] = Hook("people.project_counters")

# Who leads a project, of these people (all where None is given), by their ids.
LeadFinder = Callable[[int | None], set[int]]
lead_finders: Hook[LeadFinder] = Hook("people.lead_finders")

# Writes down what an admin did to an account: who (None: the operator, on the command line), what,
# to whom, and the details of the act.
Acted = Callable[[User | None, str, User, Mapping[str, Any]], None]
acted: Hook[Acted] = Hook("people.acted")

# Where a browser that signs out goes to be signed out elsewhere, too; empty for nowhere.
LogoutAddress = Callable[[HttpRequest], str]
logout_addresses: Hook[LogoutAddress] = Hook("people.logout_addresses")


def projects_of(user_ids: Sequence[int]) -> dict[int, int]:
    """In how many projects people are, by their ids."""
    numbers: dict[int, int] = {}
    for count in project_counters:
        numbers.update(count(user_ids))
    return numbers


def leads(user_id: int | None = None) -> set[int]:
    """The ids of the people who lead a project; of one of them where an id is given."""
    return {found for find in lead_finders for found in find(user_id)}


def logout_address(request: HttpRequest) -> str:
    """Where the browser goes once it is signed out here; empty where this is all."""
    return next((place for find in logout_addresses if (place := find(request))), "")


def note(actor: User | None, verb: str, user: User, **data: Any) -> None:
    """Have an act on an account written down, in the transaction that does it."""
    for write in acted:
        write(actor, verb, user, data)
