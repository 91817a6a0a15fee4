import pytest

from caerbannog_site.management.extraction import Unreadable, from_python, from_template


def ids(messages):
    return [(message.id, message.plural, message.context) for message in messages]


def python(source: str):
    return ids(from_python(source, "module.py"))


def template(source: str):
    return ids(from_template(source, "page.html"))


def test_a_function_is_known_by_its_import_whatever_its_name():
    source = 'from django.utils.translation import gettext_lazy as _\nfrom x import other\n_("One")\nother("Two")'
    assert python(source) == [("One", None, None)]


def test_an_underscore_of_another_meaning_is_left_alone():
    assert python('for _ in range(3): print("x")\n_("x")') == []


def test_plurals_and_contexts():
    source = (
        "from django.utils.translation import ngettext, pgettext\n"
        'ngettext("%(n)d die", "%(n)d dice", n)\npgettext("a cube", "die")'
    )
    assert python(source) == [("%(n)d die", "%(n)d dice", None), ("die", None, "a cube")]


def test_the_marks_of_the_rules():
    assert python('N_("Athletics")\nNP_("{n} die", "{n} dice")') == [
        ("Athletics", None, None),
        ("{n} die", "{n} dice", None),
    ]


def test_a_string_over_two_lines_is_one_message():
    assert python('N_("One, "\n   "two")') == [("One, two", None, None)]


def test_a_message_in_a_variable_is_marked_where_it_is_written():
    assert python("from django.utils.translation import gettext\ngettext(text.id)\ngettext(name)") == []


@pytest.mark.parametrize("argument", ['f"Hello {name}"', '"Hello " + name'])
def test_a_message_that_is_put_together_is_refused_with_its_place(argument):
    with pytest.raises(Unreadable, match=r"module\.py:2"):
        python(f"from django.utils.translation import gettext\ngettext({argument})")


def test_tags_of_a_template():
    source = '{% translate "One" %} {% trans "Two" as two %} {{ _("Three") }} {% include "a" with b=_("Four") %}'
    assert template(source) == [
        ("One", None, None),
        ("Two", None, None),
        ("Three", None, None),
        ("Four", None, None),
    ]


def test_blocks_of_a_template():
    source = (
        "{% blocktranslate %}{{ who }} rolls “{{ what }}”{% endblocktranslate %}"
        "{% blocktranslate count n=n %}one{% plural %}{{ n }} many{% endblocktranslate %}"
        '{% translate "die" context "a cube" %}'
    )
    assert template(source) == [
        ("%(who)s rolls “%(what)s”", None, None),
        ("one", "%(n)s many", None),
        ("die", None, "a cube"),
    ]


def test_text_around_the_tags_does_not_matter():
    source = """it's "(' odd {% translate "It's there" %} {# _("no") #} {{ x|default:_("yes") }}"""
    assert template(source) == [("It's there", None, None), ("yes", None, None)]
