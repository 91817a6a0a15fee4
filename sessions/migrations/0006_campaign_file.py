import django.utils.timezone
from django.db import migrations, models


def given_when_written(model, field):
    return migrations.AlterField(model, field, models.DateTimeField(default=django.utils.timezone.now, editable=False))


class Migration(migrations.Migration):

    dependencies = [
        ('game_sessions', '0005_ways_back'),
    ]

    operations = [
        migrations.AddField(
            model_name='campaign',
            name='origin',
            field=models.CharField(blank=True, db_index=True, editable=False, max_length=16),
        ),
        # A file brings its times along. The columns stay as they are, so no table is written anew.
        migrations.SeparateDatabaseAndState(state_operations=[
            given_when_written('campaign', 'created_at'),
            given_when_written('logentry', 'at'),
            given_when_written('rest', 'called_at'),
            given_when_written('scene', 'opened_at'),
            given_when_written('seat', 'joined_at'),
        ]),
    ]
