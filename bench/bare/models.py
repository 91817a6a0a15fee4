from django.db import models


class Row(models.Model):
    at = models.DateTimeField(auto_now_add=True)
    text = models.JSONField()
