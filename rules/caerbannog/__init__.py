"""Caerbannog's tests, as all its editions share them. What an edition does its own way is its `Edition`."""
