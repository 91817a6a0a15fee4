from django.apps import AppConfig


class AccountsConfig(AppConfig):
    name = "caerbannog_site.accounts"
    label = "accounts"

    def ready(self) -> None:
        from caerbannog_site.accounts import signals  # noqa: F401  (its receivers register themselves)
