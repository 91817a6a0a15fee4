"""The floor: a Django project of one view that inserts one row, and an ASGI broadcaster without Django."""
