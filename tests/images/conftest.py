import pytest

from annotate.images import services
from annotate.images.models import Image
from annotate.projects.models import Project
from tests.images.large import wide


@pytest.fixture
def large(project: Project) -> Image:
    """An image with more pixels than its largest copy."""
    return services.add_image(project=project, data=wide(), name="wide.jpg")
