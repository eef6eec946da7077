from django.db import migrations, models

import annotate.core.clock


class Migration(migrations.Migration):

    dependencies = [
        ('learning', '0004_kept_answers'),
    ]

    operations = [
        migrations.AddField(
            model_name='keptanswer',
            name='at',
            field=models.DateTimeField(default=annotate.core.clock.now),
        ),
    ]
