"""An administrator makes a group; its users see its cases and forms, others do not."""

import re

import pytest
from playwright.sync_api import expect

from test_accessibility import check
from test_shared_forms import share
from test_users import log_in, service_with_logins, upload

WIDTHS = [(scheme, width) for scheme in ("light", "dark") for width in (320, 1600)]


@pytest.fixture(scope="module")
def office(tmp_path_factory):
    """A service with Ada, an administrator, and Grace, who is staff."""
    service = service_with_logins(tmp_path_factory.mktemp("groups"), {"ada": "administrator"})
    yield service
    service.close()


def test_a_group_shares_cases_and_forms(new_page, office, tmp_path, watcher):
    watcher.expect("422: POST .*/admin/groups")
    watcher.expect("404: ")
    ada, grace = new_page(), new_page()
    log_in(ada, office, "ada")
    ada.goto(f"{office.url}/admin")
    ada.get_by_role("link", name="Groups", exact=True).click()
    ada.get_by_label("Name of a new group").fill("Housing!")
    ada.get_by_role("button", name="Add the group").click()
    expect(ada.get_by_role("alert")).to_contain_text("lower-case letters")
    ada.get_by_label("Name of a new group").fill("housing")
    ada.get_by_role("button", name="Add the group").click()
    ada.get_by_label("User to add to housing").fill("ada")
    ada.get_by_role("button", name="Add the user to housing").click()
    expect(ada.get_by_role("button", name="Remove ada from housing")).to_be_visible()

    ada.goto(office.url)
    ada.get_by_label("Upload for").select_option("housing")
    address = upload(ada, office, tmp_path, "lease.pdf")
    log_in(grace, office, "grace")
    expect(grace.get_by_role("heading", name="No documents yet")).to_be_visible()
    grace.goto(address)
    expect(grace.get_by_role("heading", name="Page not found")).to_be_visible()

    ada.goto(f"{office.url}/admin/groups")
    ada.get_by_label("User to add to housing").fill("grace")
    ada.get_by_role("button", name="Add the user to housing").click()
    expect(ada.get_by_text("The user is in the group, and sees its 1 document.")).to_be_visible()
    grace.goto(office.url)
    row = grace.get_by_role("row", name=re.compile("lease.pdf"))
    expect(row.locator(".group")).to_have_text("Group housing")
    # Grace did not add it, so she cannot delete it or take it out.
    row.locator("summary").click()
    expect(row.get_by_role("button", name=re.compile("^Delete"))).to_have_count(0)
    row.get_by_role("button", name=re.compile("^Details")).click()
    dialog = grace.get_by_role("dialog")
    dialog.get_by_label("Client or case").fill("Grace Hopper")
    dialog.get_by_role("button", name="Save").click()
    expect(grace.get_by_role("cell", name="Grace Hopper")).to_be_visible()

    ada.goto(address)
    share(ada, "Lease")
    # On a phone, the group does not take the room of the name.
    ada.set_viewport_size({"width": 390, "height": 800})
    name, group = (ada.locator(place).bounding_box() for place in ("#file-name", "#group"))
    assert group["y"] >= name["y"] + name["height"] - 1, (name, group)
    ada.set_viewport_size({"width": 1280, "height": 900})
    grace.goto(f"{office.url}/forms")
    grace.get_by_label("Start for").select_option("housing")
    grace.get_by_role("button", name="Apply").click()
    grace.get_by_role("button", name="Start from Lease").click()
    expect(grace.get_by_role("button", name="Make the PDF")).to_be_visible()
    ada.goto(f"{office.url}/?group=housing")
    expect(ada.locator("tbody tr")).to_have_count(2)
    ada.goto(f"{office.url}/?group=%40own")
    expect(ada.locator("tbody tr")).to_have_count(0)

    ada.goto(f"{office.url}/forms")
    ada.get_by_role("button", name="Change Lease").click()
    dialog = ada.get_by_role("dialog")
    dialog.get_by_label("housing").check()
    check(ada, "groups of a form")
    dialog.get_by_role("button", name="Save").click()
    expect(ada.get_by_text("For housing")).to_be_visible()


@pytest.mark.parametrize(("scheme", "width"), WIDTHS)
def test_pages_with_groups_are_accessible(new_page, office, scheme, width):
    page = new_page(color_scheme=scheme, viewport={"width": width, "height": 800})
    log_in(page, office, "ada")
    page.goto(f"{office.url}/admin/groups")
    for path in ("/admin/groups", "/", "/forms"):
        page.goto(office.url + path)
        expect(page.get_by_role("heading", level=1)).to_be_visible()
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), path
        check(page, f"{path} at {width} px")
