from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('people', '0005_list_older_sign_ins'),
    ]

    operations = [
        migrations.AddField(
            model_name='user',
            name='deleted_number',
            field=models.PositiveBigIntegerField(null=True),
        ),
    ]
