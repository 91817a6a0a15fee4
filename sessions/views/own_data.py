"""A person's own data as one file."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.http import FileResponse, HttpRequest
from django.utils import timezone
from django.views.decorators.http import require_GET

from caerbannog_site.accounts.models import User
from sessions import own_data as data


@login_required
@require_GET
def own_data(request: HttpRequest) -> FileResponse:
    user = User.objects.get(pk=request.user.pk)
    name = f"caerbannog-{timezone.localdate().isoformat()}.zip"
    return FileResponse(data.written(user), as_attachment=True, filename=name, content_type="application/zip")
