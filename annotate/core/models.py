from annotate.core.health.models import HealthMeasure
from annotate.core.jobs.models import Job, WorkerBeat

__all__ = ["HealthMeasure", "Job", "WorkerBeat"]
