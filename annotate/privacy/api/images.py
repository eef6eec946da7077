"""Images deleted for good."""

from dataclasses import dataclass

from django.urls import path
from rest_framework.views import APIView

from annotate.core import errors
from annotate.core.operations import operation
from annotate.people.models import User
from annotate.privacy import schemas
from annotate.privacy.selectors import images as selectors
from annotate.privacy.services import images
from annotate.projects import access
from annotate.projects.access import Asker
from annotate.workflow.models import Sample


@dataclass(frozen=True)
class _OwnSample:
    sample: Sample
    user: User


def changeable(asker: Asker, sample_id: int) -> _OwnSample:
    """A sample of a project that the asker leads."""
    rows = Sample.objects.select_related("image", "project")
    sample = errors.existing(rows.filter(pk=sample_id).first())
    return _OwnSample(sample, access.lead(asker, sample.project_id).user)


class ErasureApi(APIView):
    @operation("samplesErasurePreview", allow=changeable)
    def get(self, granted: _OwnSample) -> schemas.Erasing:
        """What deleting the image for good would remove, or has removed."""
        return selectors.erasing(granted.sample)

    @operation("samplesErase", allow=changeable)
    def post(self, granted: _OwnSample, body: schemas.Erasure) -> schemas.Erasing:
        images.erase(sample=granted.sample, actor=granted.user, reason=body.reason)
        return selectors.erasing(changeable(granted.user, granted.sample.pk).sample)


urlpatterns = [path("samples/<int:sample_id>/erasure", ErasureApi.as_view())]
