"""Links that are given away; of their addresses tests/sessions/views/test_people.py tells."""

from sessions.views import links


def test_the_path_of_the_public_address_is_in_a_link_once(rf, settings):
    settings.PUBLIC_URL = "https://example.org/games"
    assert links.absolute(rf.get("/"), "/games/join/ABCDE/") == "https://example.org/games/join/ABCDE/"
