import annotate.core.clock
import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from annotate.core.schema_operations import CreateModels


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('core', '0001_initial'),
        ('projects', '0001_initial'),
        ('workflow', '0001_initial'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        CreateModels([
            migrations.CreateModel(
                name='Import',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('created_at', models.DateTimeField(default=annotate.core.clock.now)),
                    ('finished_at', models.DateTimeField(null=True)),
                    ('source', models.CharField(max_length=500)),
                    ('format', models.CharField(max_length=40)),
                    ('stage_key', models.CharField(blank=True, max_length=50)),
                    ('upload', models.CharField(blank=True, max_length=100)),
                    ('split', models.CharField(blank=True, max_length=5)),
                    ('dry_run', models.BooleanField(default=False)),
                    ('position', models.PositiveBigIntegerField(default=0)),
                    ('total', models.PositiveBigIntegerField(default=0)),
                    ('added', models.PositiveBigIntegerField(default=0)),
                    ('skipped', models.PositiveBigIntegerField(default=0)),
                    ('failed', models.PositiveBigIntegerField(default=0)),
                    ('created_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                    ('job', models.OneToOneField(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='core.job')),
                    ('project', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='%(class)ss', to='projects.project')),
                ],
                options={
                    'indexes': [
                        models.Index(fields=['project', '-id'], name='import_newest'),
                    ],
                },
            ),
            migrations.CreateModel(
                name='ImportedAnswer',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('key', models.CharField(max_length=500)),
                    ('detail', models.JSONField(default=dict)),
                    ('annotation', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='workflow.annotation')),
                    ('of', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='exchange.import')),
                    ('project', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='projects.project')),
                ],
                options={
                    'constraints': [
                        models.UniqueConstraint(fields=('project', 'key'), name='answer_imported_once'),
                    ],
                },
            ),
            migrations.CreateModel(
                name='ImportProblem',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('row', models.PositiveBigIntegerField()),
                    ('name', models.CharField(blank=True, max_length=500)),
                    ('field', models.CharField(blank=True, max_length=200)),
                    ('code', models.CharField(max_length=60)),
                    ('message', models.CharField(max_length=1000)),
                    ('remedy', models.CharField(max_length=500, null=True)),
                    ('message_code', models.CharField(max_length=100, null=True)),
                    ('remedy_code', models.CharField(max_length=100, null=True)),
                    ('params', models.JSONField(default=dict)),
                    ('of', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='problems', to='exchange.import')),
                ],
            ),
            migrations.CreateModel(
                name='Export',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('created_at', models.DateTimeField(default=annotate.core.clock.now)),
                    ('finished_at', models.DateTimeField(null=True)),
                    ('format', models.CharField(max_length=40)),
                    ('only_done', models.BooleanField(default=False)),
                    ('split', models.CharField(blank=True, max_length=5)),
                    ('with_rejected', models.BooleanField(default=False)),
                    ('with_dropped', models.BooleanField(default=False)),
                    ('with_pictures', models.BooleanField(default=False)),
                    ('left_out', models.JSONField(default=dict)),
                    ('file', models.CharField(blank=True, max_length=200)),
                    ('samples', models.PositiveBigIntegerField(default=0)),
                    ('size_bytes', models.PositiveBigIntegerField(default=0)),
                    ('sha256', models.CharField(blank=True, max_length=64)),
                    ('created_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                    ('job', models.OneToOneField(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='core.job')),
                    ('project', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='%(class)ss', to='projects.project')),
                ],
                options={
                    'indexes': [models.Index(fields=['project', '-id'], name='export_newest')],
                },
            ),
        ]),
    ]
