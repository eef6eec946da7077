"""Figures for Prometheus, for whoever has the operator's token."""

from collections.abc import Iterable, Iterator
from itertools import groupby
from operator import attrgetter

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.utils.crypto import constant_time_compare
from django.views.decorators.http import require_safe

from annotate.core import errors, logs
from annotate.core.metrics.hooks import Figure, figures
from annotate.core.metrics.installation import installation
from annotate.messages import Message

log = logs.get(__name__)


@require_safe
def metrics(request: HttpRequest) -> HttpResponse:
    """Tell the figures of the installation and the requests of this web server.

    404 where no METRICS_TOKEN is set, 401 without it in `Authorization: Bearer …`.
    """
    if not settings.METRICS_TOKEN:
        raise Http404
    given = request.headers.get("Authorization", "").removeprefix("Bearer ")
    if not constant_time_compare(given, settings.METRICS_TOKEN):
        return _refusal(errors.NotAuthenticated(Message("metrics_token")))
    # Here and not above: without metrics nothing of it is loaded.
    from prometheus_client import CONTENT_TYPE_LATEST, generate_latest

    from annotate.core.metrics.requests import requests

    told = generate_latest(requests()) + generate_latest(_Collected())  # type: ignore[arg-type]
    return HttpResponse(told, content_type=CONTENT_TYPE_LATEST)


class _Collected:
    """The installation's figures in the form that the library writes."""

    def collect(self) -> Iterator[object]:
        from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily

        for name, group in groupby(sorted(_figures(), key=attrgetter("name")), attrgetter("name")):
            alike = list(group)
            first = alike[0]
            family = CounterMetricFamily if first.is_total else GaugeMetricFamily
            told = family(f"annotate_{name}", first.help, labels=list(first.labels))
            for figure in alike:
                told.add_metric([figure.labels[label] for label in first.labels], figure.value)
            yield told


def _figures() -> Iterable[Figure]:
    """What can be told: a part that fails says so by its absence, and in the log."""
    for part in (installation, *figures):
        try:
            found = list(part())
        except Exception:
            log.exception("Metrics could not be read", part=part.__qualname__)
            found = []
        up = Figure(
            name="figures_read",
            help="Whether this part of the figures could be read.",
            value=float(bool(found)),
            labels={"part": part.__module__.removeprefix("annotate.")},
        )
        yield from (*found, up)


def _refusal(error: errors.AppError) -> HttpResponse:
    return JsonResponse(error.body(), status=error.status, headers={"WWW-Authenticate": "Bearer"})
