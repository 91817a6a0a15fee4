from django.urls import include, path

from caerbannog_site import health

urlpatterns = [
    path("healthz", health.healthz, name="healthz"),
    path("readyz", health.readyz, name="readyz"),
    path("metrics", health.metrics_page, name="metrics"),
    path("accounts/", include("caerbannog_site.accounts.urls")),
    path("", include("sessions.urls")),
    path("s/", include("sheets.urls")),
]
handler429 = "caerbannog_site.http.too_often"
handler500 = "caerbannog_site.http.server_failed"
