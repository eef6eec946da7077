"""The annotations of one sample, as every step of its work reads them."""

from annotate.core.prepared import Parameter, Prepared
from annotate.workflow.models import Annotation

_OF_SAMPLE = Prepared(lambda: Annotation.objects.filter(sample=Parameter("sample")).order_by("pk"))


def annotations_of(sample_id: int) -> list[Annotation]:
    """Return every annotation of a sample, oldest first: a few seeds and rounds."""
    return _OF_SAMPLE.all(sample=sample_id)
