from annotate.core.jobs.models import Job, WorkerBeat

__all__ = ["Job", "WorkerBeat"]
