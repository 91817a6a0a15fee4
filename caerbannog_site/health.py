"""For whoever runs the server: is it alive, may it be sent people, how is it doing. Nothing here is about anybody."""

from __future__ import annotations

from django.conf import settings
from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.utils.crypto import constant_time_compare
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from caerbannog_site import metrics, pg_listen


@require_safe
@never_cache
def healthz(request: HttpRequest) -> HttpResponse:
    """The process answers; nothing else is asked."""
    return HttpResponse("ok\n", content_type="text/plain")


@require_safe
@never_cache
def readyz(request: HttpRequest) -> JsonResponse:
    """Database, migrations, listener: 503 while any of them is not ready for people."""
    found = {"database": _database(), "migrations": False, "listener": pg_listen.hears()}
    found["migrations"] = found["database"] and _migrated()
    return JsonResponse(found, status=200 if all(found.values()) else 503)


@require_safe
@never_cache
def metrics_page(request: HttpRequest) -> HttpResponse:
    """The numbers for a collector that sends `Authorization: Bearer METRICS_TOKEN`; there is no such page to others."""
    given = request.headers.get("Authorization", "").removeprefix("Bearer ")
    if not settings.METRICS_TOKEN or not constant_time_compare(given, settings.METRICS_TOKEN):
        raise Http404
    return HttpResponse(metrics.told(), content_type="text/plain; version=0.0.4; charset=utf-8")


def _database() -> bool:
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
            return cursor.fetchone() == (1,)
    except DatabaseError:
        return False


def _migrated() -> bool:
    executor = MigrationExecutor(connection)
    return not executor.migration_plan(executor.loader.graph.leaf_nodes())
