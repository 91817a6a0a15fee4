"""Make the floor's tables and one person; print that person's session."""

import os

os.environ["DJANGO_SETTINGS_MODULE"] = "bench.bare.settings"

import django

django.setup()

from django.contrib.auth.models import User
from django.core.management import call_command
from django.db import connection
from django.test import Client

from bench.bare.models import Row

call_command("migrate", verbosity=0)
with connection.schema_editor() as editor:
    editor.create_model(Row)
client = Client()
client.force_login(User.objects.create(username="somebody"))
print(client.cookies["sessionid"].value)
