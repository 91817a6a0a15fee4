"""At which names and addresses the table answers, and which of them others can open.

A page elsewhere can point a name of its own at this machine (DNS rebinding) but not an address, so any private or
loopback address is accepted, with the one at which a request arrived; names only those that are configured.
"""

from __future__ import annotations

import ipaddress
import socket
from urllib.parse import urlsplit

import ifaddr
from django.conf import settings
from django.core.exceptions import DisallowedHost
from django.http import HttpRequest
from django.http.request import split_domain_port, validate_host

EVERYWHERE = ("0.0.0.0", "::")  # noqa: S104 -- what HOST says to be open to the network; named, not bound
USUAL_PORTS = {"http": "80", "https": "443"}


def accepts(host: str, arrived_at: str = "") -> bool:
    """Whether a request for this host (no port) is for this table; `arrived_at` is the machine's address it came to."""
    address = address_of(host)
    if address is None:
        return validate_host(host, settings.HOST_NAMES)
    return address.is_loopback or address.is_private or address == address_of(arrived_at)


def check(request: HttpRequest) -> None:
    """Raise DisallowedHost for a request that names somebody else's host."""
    host, _port = split_domain_port(request.get_host())
    if not accepts(host, request.META.get("SERVER_NAME", "")):
        raise DisallowedHost(f"{host!r} is not a name of this table: set PUBLIC_URL or ALLOWED_HOSTS.")


def address_of(host: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    """The IP address that a host is written as, or None for a name."""
    try:
        return ipaddress.ip_address(host.strip("[]"))
    except ValueError:
        return None


def is_loopback(host: str) -> bool:
    address = address_of(host)
    return host == "localhost" if address is None else address.is_loopback


def lan_addresses() -> list[str]:
    """This machine's private IPv4 addresses, as phones in the same network open them; none where it has no network.

    The one by which it reaches further comes first: others may be networks of virtual machines that no phone is in.
    """
    found = [ip.ip for adapter in ifaddr.get_adapters() for ip in adapter.ips if isinstance(ip.ip, str)]
    told = [address for ip in found if (address := address_of(ip))]
    private = [str(one) for one in told if one.version == 4 and one.is_private and not one.is_loopback
               and not one.is_link_local]  # fmt: skip
    way_out = _way_out()
    return sorted(private, key=lambda one: (one != way_out, one))


def _way_out() -> str:
    """The address from which this machine would speak to the rest of the world: the kernel knows, nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("198.51.100.1", 9))
        except OSError:  # it is in no network, or in one without a way out
            return ""
        return str(probe.getsockname()[0])


def client_of(request: HttpRequest) -> str:
    """The address that a request comes from, as limits count it.

    What a proxy says of it was judged before Django saw the request: uvicorn believes those that TRUSTED_PROXIES
    names (serve.py) and nobody else. No header is read here.
    """
    told = request.META.get("REMOTE_ADDR", "")
    address = address_of(told)
    mapped = address.ipv4_mapped if isinstance(address, ipaddress.IPv6Address) else None
    return str(mapped or told)


def takes_passkeys(request: HttpRequest) -> bool:
    """Browsers make passkeys for names alone, over https or on localhost."""
    host, _port = split_domain_port(request.get_host())
    return address_of(host) is None and (request.is_secure() or host == "localhost")


def leads_to_discord(request: HttpRequest) -> bool:
    """Discord sends people back to PUBLIC_URL alone, where their cookie must be."""
    public = urlsplit(settings.PUBLIC_URL)
    usual = USUAL_PORTS.get(public.scheme, "")
    (host, port), (name, own) = (split_domain_port(place) for place in (request.get_host(), public.netloc))
    return settings.HAS_DISCORD and (host, port or usual) == (name, own or usual)
