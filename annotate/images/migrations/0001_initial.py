import annotate.core.clock
import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('projects', '0001_initial'),
    ]

    operations = [
        migrations.CreateModel(
            name='Image',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=500)),
                ('external_id', models.CharField(max_length=500)),
                ('sha256', models.CharField(max_length=64)),
                ('format', models.CharField(max_length=10)),
                ('width', models.PositiveIntegerField()),
                ('height', models.PositiveIntegerField()),
                ('bytes', models.PositiveBigIntegerField()),
                ('metadata', models.JSONField(default=dict)),
                ('split', models.CharField(blank=True, choices=[('train', 'Train'), ('val', 'Val'), ('test', 'Test'), ('', 'None')], default='', max_length=5)),
                ('created_at', models.DateTimeField(default=annotate.core.clock.now)),
                ('project', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='images', to='projects.project')),
            ],
            options={
                'indexes': [models.Index(fields=['sha256'], name='image_by_content')],
                'constraints': [models.UniqueConstraint(fields=('project', 'sha256'), name='image_once_per_project'), models.UniqueConstraint(fields=('project', 'external_id'), name='external_id_once_per_project')],
            },
        ),
    ]
