from django.db import migrations

from annotate.workflow.selectors.words import document_words

AT_ONCE = 1000


def find_by_names(apps, schema_editor):
    """Let samples of before be found by their names; `rebuild_stats` adds what is said of them."""
    Sample = apps.get_model('workflow', 'Sample')
    Document = apps.get_model('workflow', 'SampleDocument')
    names = Sample.objects.order_by('pk').values_list(
        'pk', 'project_id', 'image__name', 'image__external_id'
    )
    some = []
    for pk, project_id, *said in names.iterator(chunk_size=AT_ONCE):
        some.append(Document(sample_id=pk, project_id=project_id, words=document_words(said)))
        if len(some) == AT_ONCE:
            Document.objects.bulk_create(some)
            some = []
    Document.objects.bulk_create(some)


class Migration(migrations.Migration):

    dependencies = [
        ('workflow', '0011_sample_documents'),
    ]

    operations = [
        migrations.RunPython(find_by_names, migrations.RunPython.noop),
    ]
