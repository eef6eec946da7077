"""How gunicorn serves the product: few processes, several threads in each.

A thread waits for the database or a slow client at little cost; a process costs some 30 MB beside
what all of them share.
Each thread keeps a database connection: WEB_PROCESSES x WEB_THREADS, plus the workers', must stay
below what PostgreSQL allows (100 unless configured).

One process per core: they share the cores with PostgreSQL, and on two cores a third process made
a submission dearer by a sixth. Four to eight threads in each did not differ measurably; eight
leave room for people with slow lines. `make bench` measures it.
"""

import gc
import os
import shutil
import tempfile
from itertools import count
from typing import Any

bind = f"0.0.0.0:{os.environ.get('PORT', '8000')}"
workers = int(os.environ.get("WEB_PROCESSES", "2"))
threads = int(os.environ.get("WEB_THREADS", "8"))
# Loaded once: the processes share its memory.
preload_app = True
worker_class = "annotate.config.web.Worker"
# Longer than the largest upload takes on a slow line; threads of one process do not block another.
timeout = 300
graceful_timeout = 30
keepalive = 5
# Heartbeat files on a real disk would stall workers whenever the disk does.
worker_tmp_dir = "/dev/shm" if os.path.isdir("/dev/shm") else None  # noqa: S108
# Processes start anew after a while, not all at once, so that leaked memory stays bounded.
max_requests = 10_000
max_requests_jitter = 1_000
# The container's file system is read-only, and nothing here is controlled by a socket.
control_socket_disable = True
# The address that reached us is the proxy's; Django decides by TRUST_PROXY whether to believe it.
forwarded_allow_ips = "*"
if os.environ.get("METRICS_TOKEN"):
    # Each process counts its requests in files here; whichever is asked tells those of all.
    os.environ["PROMETHEUS_MULTIPROC_DIR"] = tempfile.mkdtemp(
        prefix="annotate-metrics-", dir=worker_tmp_dir
    )
accesslog = "-" if os.environ.get("ACCESS_LOG") == "true" else None


def when_ready(server: Any) -> None:
    """Load every view before the processes are forked, and share what was loaded by all of them.

    None of it is ever garbage: out of the collector's sight its pages are not written to, and no
    thread is stopped for a tenth of a second, in the middle of somebody's request, to walk over it.
    """
    from django.urls import get_resolver

    _ = get_resolver().url_patterns
    gc.collect()
    gc.freeze()


def pre_fork(server: Any, worker: Any) -> None:
    """Give a process the first place that no living one has: it goes on with its counts."""
    taken = {getattr(other, "place", None) for other in server.WORKERS.values()}
    worker.place = next(place for place in count(1) if place not in taken)


def post_fork(server: Any, worker: Any) -> None:
    os.environ["WEB_PROCESS_PLACE"] = str(worker.place)


def on_exit(server: Any) -> None:
    """Leave no counts behind."""
    if folder := os.environ.get("PROMETHEUS_MULTIPROC_DIR"):
        shutil.rmtree(folder, ignore_errors=True)
