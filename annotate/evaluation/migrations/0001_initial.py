import annotate.core.clock
import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from annotate.core.schema_operations import CreateModels


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('core', '0001_initial'),
        ('images', '0001_initial'),
        ('projects', '0001_initial'),
        ('workflow', '0001_initial'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        CreateModels([
            migrations.CreateModel(
                name='Study',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('name', models.CharField(max_length=200)),
                    ('design', models.CharField(max_length=40)),
                    ('state', models.CharField(choices=[('preparing', 'Preparing'), ('open', 'Open'), ('closed', 'Closed'), ('failed', 'Failed')], default='preparing', max_length=10)),
                    ('sources', models.JSONField()),
                    ('options', models.JSONField(default=dict)),
                    ('seed', models.BigIntegerField()),
                    ('problem', models.TextField(blank=True)),
                    ('created_at', models.DateTimeField(default=annotate.core.clock.now)),
                    ('closed_at', models.DateTimeField(null=True)),
                    ('created_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                    ('job', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='core.job')),
                    ('project', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='studies', to='projects.project')),
                    ('work', models.OneToOneField(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='study_of_work', to='projects.project')),
                ],
                options={
                    'constraints': [
                        models.UniqueConstraint(fields=('project', 'name'), name='study_by_name'),
                    ],
                },
            ),
            migrations.CreateModel(
                name='StudyAuthor',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('study', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='authors', to='evaluation.study')),
                    ('user', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ],
                options={
                    'constraints': [
                        models.UniqueConstraint(fields=('study', 'user'), name='study_author_once'),
                    ],
                },
            ),
            migrations.CreateModel(
                name='StudyItem',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('number', models.PositiveIntegerField()),
                    ('chunk', models.PositiveSmallIntegerField(null=True)),
                    ('image_name', models.CharField(max_length=500)),
                    ('image', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='images.image')),
                    ('presentation', models.OneToOneField(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='study_item', to='workflow.annotation')),
                    ('sample', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='workflow.sample')),
                    ('study', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='items', to='evaluation.study')),
                ],
                options={
                    'constraints': [
                        models.UniqueConstraint(fields=('study', 'number'), name='study_item_by_number'),
                    ],
                },
            ),
            migrations.CreateModel(
                name='ImportedRating',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('rater', models.CharField(blank=True, max_length=200)),
                    ('metric', models.CharField(max_length=40)),
                    ('score', models.SmallIntegerField()),
                    ('justification', models.TextField(blank=True)),
                    ('item', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='imported', to='evaluation.studyitem')),
                ],
                options={
                    'constraints': [
                        models.UniqueConstraint(fields=('item', 'rater', 'metric'), name='imported_rating_once'),
                        models.CheckConstraint(condition=models.Q(('score__gte', -2), ('score__lte', 5)), name='imported_rating_in_range'),
                    ],
                },
            ),
            migrations.CreateModel(
                name='StudyStimulus',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('sha256', models.CharField(blank=True, max_length=64)),
                    ('format', models.CharField(blank=True, max_length=10)),
                    ('width', models.PositiveIntegerField(default=0)),
                    ('height', models.PositiveIntegerField(default=0)),
                    ('bytes', models.PositiveBigIntegerField(default=0)),
                    ('position', models.PositiveSmallIntegerField()),
                    ('source', models.PositiveSmallIntegerField()),
                    ('text', models.TextField(blank=True)),
                    ('key', models.UUIDField(null=True, unique=True)),
                    ('annotation', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='workflow.annotation')),
                    ('item', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='stimuli', to='evaluation.studyitem')),
                ],
                options={
                    'constraints': [
                        models.UniqueConstraint(fields=('item', 'position'), name='study_stimulus_by_position'),
                        models.UniqueConstraint(fields=('item', 'source'), name='study_stimulus_by_source'),
                    ],
                },
            ),
            migrations.CreateModel(
                name='TextFile',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('name', models.CharField(max_length=200)),
                    ('has_images', models.BooleanField(default=False)),
                    ('sha256', models.CharField(max_length=64)),
                    ('created_at', models.DateTimeField(default=annotate.core.clock.now)),
                    ('created_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                    ('project', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='text_files', to='projects.project')),
                ],
                options={
                    'constraints': [
                        models.UniqueConstraint(fields=('project', 'name'), name='text_file_by_name'),
                    ],
                },
            ),
            migrations.CreateModel(
                name='FileText',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('sha256', models.CharField(blank=True, max_length=64)),
                    ('format', models.CharField(blank=True, max_length=10)),
                    ('width', models.PositiveIntegerField(default=0)),
                    ('height', models.PositiveIntegerField(default=0)),
                    ('bytes', models.PositiveBigIntegerField(default=0)),
                    ('position', models.PositiveIntegerField()),
                    ('key', models.CharField(blank=True, max_length=500)),
                    ('chunk', models.PositiveSmallIntegerField(null=True)),
                    ('text', models.TextField(blank=True)),
                    ('image', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='images.image')),
                    ('file', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='texts', to='evaluation.textfile')),
                ],
                options={
                    'constraints': [
                        models.UniqueConstraint(fields=('file', 'position'), name='text_by_place_in_file'),
                    ],
                },
            ),
            migrations.CreateModel(
                name='TextReport',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('name', models.CharField(max_length=200)),
                    ('sources', models.JSONField()),
                    ('options', models.JSONField(default=dict)),
                    ('results', models.JSONField(null=True)),
                    ('problem', models.TextField(blank=True)),
                    ('code_version', models.CharField(blank=True, max_length=40)),
                    ('created_at', models.DateTimeField(default=annotate.core.clock.now)),
                    ('created_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                    ('job', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='core.job')),
                    ('project', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='text_reports', to='projects.project')),
                ],
            ),
        ]),
    ]
