"""One view that inserts one row; with BARE_SIGNED its person must be signed in."""

from django.conf import settings
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.urls import path

from bench.bare import wire
from bench.bare.models import Row


def insert(request: HttpRequest) -> HttpResponse:
    row = Row.objects.create(text={"v": 1, "text": request.POST["text"]})
    wire.broadcast(request.GET["group"], row.pk)
    body = b"saved"
    return HttpResponse(body, headers={"Content-Length": str(len(body))})


urlpatterns = [path("insert/", login_required(insert) if settings.SIGNED else insert)]
