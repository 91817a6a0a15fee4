import django.utils.timezone
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('sheets', '0002_evening'),
    ]

    operations = [
        # A campaign's file brings its times along. The column stays as it is, so the table is not written anew.
        migrations.SeparateDatabaseAndState(state_operations=[
            migrations.AlterField(
                model_name='character',
                name='created_at',
                field=models.DateTimeField(default=django.utils.timezone.now, editable=False),
            ),
        ]),
    ]
