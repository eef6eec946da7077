from django.conf import settings
from django.db import models

from annotate.workflow.models.work import Annotation


class JudgeBar(models.Model):
    """Somebody who is not given one answer to judge, such as whoever wrote what it is made of."""

    annotation = models.ForeignKey(Annotation, on_delete=models.CASCADE, related_name="bars")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["annotation", "user"], name="barred_once_from_judging")
        ]
