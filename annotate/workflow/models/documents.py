"""What samples are found by: their words in one place, whichever database looks for them."""

from django.db import models

from annotate.projects.models import Project
from annotate.workflow.models.work import Sample


class SampleDocument(models.Model):
    """The words of one sample: of its names, and of what stands in the answers about it.

    It can be made again at any time (`rebuild_stats`). `words` is indexed: by GIN on PostgreSQL,
    by FTS5 on SQLite, where triggers keep the index (`migrations/0010_sample_documents.py`).
    """

    sample = models.OneToOneField(
        Sample, on_delete=models.CASCADE, primary_key=True, related_name="document"
    )
    project = models.ForeignKey(Project, on_delete=models.CASCADE, related_name="+")
    # Each word once, folded, with a space between; what is looked for is folded likewise.
    words = models.TextField()
    # The present text about the image, and what else was said: to show where a word was found.
    text = models.TextField(blank=True, db_default="")
    others = models.TextField(blank=True, db_default="")
