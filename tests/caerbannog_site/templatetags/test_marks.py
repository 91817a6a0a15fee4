"""Small tags of every template."""

import re

from django.template import Context, Template
from django.test import RequestFactory


def drawn(text, **context):
    return Template(text).render(Context(context))


def test_an_icon_is_hidden_from_screen_readers():
    assert drawn('{% icon "key" %}') == (
        '<svg class="i" aria-hidden="true"><use href="/static/img/icons.svg#key"/></svg>'
    )


def test_the_rabbit_too():
    assert 'aria-hidden="true"' in drawn("{% rabbit %}")


def test_a_page_without_a_request_has_no_theme():
    assert drawn("{% theme %}") == ""


def test_a_stranger_has_the_browsers_theme():
    request = RequestFactory().get("/")
    request.COOKIES["theme"] = "dark"
    assert drawn("{% theme %}", request=request) == "dark"


def test_each_form_has_its_own_key():
    keys = re.findall(r'value="([\w-]{20,40})"', drawn("{% once %}{% once %}"))
    assert len(set(keys)) == 2
