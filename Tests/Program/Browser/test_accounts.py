"""Accounts: a broker's files in, their figures on the page, and a statement out."""

import base64
import json
import re
import shutil
import socket
import urllib.parse
import urllib.request

import pytest
from playwright.sync_api import expect

from conftest import FORMS, text_of
from support.service import Service
from test_accessibility import check
from test_pictures import FAULTS
from test_upload import DROP
from test_users import PASSWORDS, log_in

WORKED = {
    **{f"depot.{suffix}": f"accounts/depot.{suffix}" for suffix in (
        "trades.csv", "lots.csv", "prices.csv", "rates.csv", "opinions.json", "account.yaml")},
    "depot.ofx": "brokers/fidelity.ofx", "depot.csv": "brokers/schwab-2023.csv",
}
TRADES = ("date,action,symbol,quantity,price,fees,currency\n2025-01-01,DEPOSIT,,,10000,,USD\n"
          "2025-01-02,BUY,AAPL,10.5,100,1,USD\n2025-03-03,SELL,AAPL,4,130,1,USD\n")
PRICES = "date,symbol,close\n2025-06-30,AAPL,150\n"


@pytest.fixture(scope="module")
def worked(service, tmp_path_factory):
    """The files of the worked account, in a folder."""
    folder = tmp_path_factory.mktemp("worked")
    for name, path in WORKED.items():
        shutil.copy(FORMS / path, folder / name)
    return folder


def ask(service, path):
    with urllib.request.urlopen(f"{service.url}/api{path}") as response:
        return json.load(response)


def chooser(page):
    return page.get_by_role("button", name=re.compile("^(Choose|Add) files"))


def section(page, title):
    return page.get_by_role("region", name=title, exact=True)


def expect_computed(page):
    expect(page.locator("#summary")).to_be_visible()
    expect(page.locator("#state")).to_have_text("Computed")


def write(folder, **texts):
    """Writes files of an account; `trades_csv` is NAME.trades.csv for the folder's NAME."""
    paths = []
    for suffix, text in texts.items():
        path = folder / f"{folder.name}.{suffix.replace('_', '.')}"
        path.write_text(text)
        paths.append(path)
    return paths


@pytest.fixture
def small(page, service, tmp_path_factory):
    """An account of one security, on its page."""
    folder = tmp_path_factory.mktemp("small-")
    page.goto(f"{service.url}/accounts")
    chooser(page).set_input_files(write(folder, trades_csv=TRADES, prices_csv=PRICES))
    expect_computed(page)
    return folder


@pytest.fixture(scope="module")
def depot(browser, service, worked):
    """The worked account; it is made by the page."""
    page = browser.new_page()
    page.goto(f"{service.url}/accounts")
    chooser(page).set_input_files(sorted(worked.iterdir()))
    page.wait_for_url("**/accounts/depot")
    expect_computed(page)
    page.close()
    return f"{service.url}/accounts/depot"


def test_a_new_user_learns_what_to_do(page, own_service):
    page.goto(own_service.url)
    page.get_by_text("More", exact=True).click()
    page.get_by_role("link", name="Trading accounts").click()
    expect(page.get_by_role("heading", name="No trading accounts yet")).to_be_visible()
    check(page, "no accounts")


def money(value):
    return f"{value:,.2f}".replace("-", "−")


def test_the_page_shows_the_figures_of_the_worked_account(page, service, depot):
    page.goto(depot)
    expect_computed(page)
    expect(page.get_by_text(re.compile("All amounts in USD"))).to_contain_text("not advice")
    # What beancount makes of the same files.
    summary = section(page, "Summary")
    expect(summary.get_by_role("definition").nth(1)).to_have_text("1,078,422.77")
    expect(summary).to_contain_text("+33,175.50")
    answer = ask(service, "/portfolio/holdings/?account=depot")
    rows = section(page, "Holdings").locator("tbody tr")
    expect(rows).to_have_count(4)
    for row, holding, cost in zip(rows.all(), answer["holdings"], ["2,593.95", "657.95", "875.20", "265.51"]):
        expect(row.get_by_role("rowheader")).to_contain_text(holding["stock"]["symbol"])
        expect(row).to_contain_text(cost)
        expect(row).to_contain_text(money(holding["current_value"]))
    # Prices are in the stock's currency, all else in the account's.
    expect(rows.filter(has_text="SAP")).to_contain_text("236.30 EUR")
    expect(section(page, "Holdings").locator("tfoot")).to_contain_text(money(answer["portfolio_summary"]["total_current_value"]))
    expect(section(page, "Held lots").locator("tfoot")).to_contain_text(money(ask(service, "/portfolio/lots/?account=depot")["value"]))
    expect(section(page, "Analysis of opinions")).to_contain_text("Computed from the opinions in depot.opinions.json up to 2024-10-31; not advice.")
    expect(section(page, "Analysis of opinions").get_by_role("heading", name=re.compile("^Sell TSLA"))).to_be_visible()
    confidence = ask(service, "/analysis/smart/?account=depot")["recommendations"][0]["confidence_score"]
    expect(section(page, "Analysis of opinions").get_by_role("listitem").first).to_contain_text(f"Confidence{confidence:.2%}".replace("%", " %"))
    expect(section(page, "Where the broker’s figures differ")).to_contain_text("The broker states 6 positions and 1 cash balance: nothing differs.")
    expect(section(page, "Files").get_by_role("list").first.get_by_role("listitem")).to_have_count(8)


def test_gains_come_by_symbol_and_year_with_their_lots(page, service, depot):
    page.goto(depot)
    expect_computed(page)
    gains = section(page, "Realised gains")
    answer = ask(service, "/portfolio/gains/?account=depot&year=2023")
    gains.get_by_label("Year of the sale").select_option("2023")
    expect(gains.locator("tfoot")).to_contain_text(money(answer["gain"]))
    group = next(group for group in answer["groups"] if group["symbol"] == "TSLA")
    button = gains.get_by_role("button", name=re.compile("^TSLA 2023"))
    button.focus()
    page.keyboard.press("Enter")
    expect(button).to_have_attribute("aria-expanded", "true")
    for lot in group["gains"]:
        expect(gains.get_by_role("row").filter(has_text=money(lot["proceeds"])).filter(has_text=f"{lot['days']} days")).to_be_visible()
    page.keyboard.press("Space")
    expect(button).to_have_attribute("aria-expanded", "false")
    gains.get_by_label("Year of the sale").select_option("All years")
    expect(gains.locator("tfoot")).to_contain_text("+33,175.50+10.48 %")


def test_charts_say_what_they_show_and_come_with_tables(page, service, depot):
    page.goto(depot)
    expect_computed(page)
    chart = section(page, "Value and money paid in").get_by_role("img", name=re.compile("^Value and money paid in, in USD. The value was "))
    expect(chart).to_be_visible()
    assert chart.locator("path").count() == 2
    section(page, "Value and money paid in").locator("summary").click()
    days = ask(service, "/portfolio/performance/?account=depot")["days"]
    newest = section(page, "Value and money paid in").locator("tbody tr").first
    expect(newest).to_contain_text(money(days[-1]["value"]))
    expect(newest).to_contain_text(money(days[-1]["paid_in"]))
    weights = section(page, "Allocation by holding")
    expect(weights.get_by_role("img", name=re.compile("^Weights of 4 holdings: INTC "))).to_be_visible()
    weights.locator("summary").click()
    expect(weights.locator("tbody tr")).to_have_count(4)
    # The drawing has the width of the window, so that its text keeps its size.
    page.set_viewport_size({"width": 320, "height": 800})
    expect(chart).to_have_attribute("width", re.compile(r"^2\d\d$"))


def test_holdings_are_sorted_by_keyboard(page, depot):
    page.goto(depot)
    expect_computed(page)
    holdings = section(page, "Holdings")
    symbols = holdings.locator("tbody .symbol")
    expect(symbols).to_have_text(["INTC", "TSLA", "SAP", "VTI"])
    expect(holdings.get_by_role("columnheader", name="Value", exact=True)).to_have_attribute("aria-sort", "descending")
    holdings.get_by_role("button", name="Security").focus()
    page.keyboard.press("Enter")
    expect(symbols).to_have_text(["INTC", "SAP", "TSLA", "VTI"])
    expect(page.locator("#announcements")).to_have_text("Sorted by Security, ascending")
    page.keyboard.press("Enter")
    expect(symbols).to_have_text(["VTI", "TSLA", "SAP", "INTC"])
    expect(holdings.get_by_role("columnheader", name="Security")).to_have_attribute("aria-sort", "descending")
    expect(holdings.get_by_role("button", name="Security")).to_be_focused()


def test_trades_come_page_by_page_and_filtered(page, service, depot, watcher):
    watcher.expect("400: GET .*/trades")
    page.goto(depot)
    expect_computed(page)
    trades = section(page, "Trades")
    count = ask(service, "/trades/?account=depot")["count"]
    assert count > 20
    expect(trades).to_contain_text(f"Trades 1 to 20 of {count}")
    trades.get_by_role("button", name="Older trades").click()
    expect(trades).to_contain_text(f"Trades 21 to {min(40, count)} of {count}")
    first = ask(service, "/trades/?account=depot&page=2")["results"][0]
    expect(trades.locator("tbody tr").first).to_contain_text(money(first["total_amount"]))
    trades.get_by_role("button", name="Newer trades").click()
    expect(trades).to_contain_text(f"Trades 1 to 20 of {count}")
    trades.get_by_label("Symbol").fill("tsla")
    trades.get_by_label("First day").fill("2023-01-01")
    trades.get_by_label("Last day").fill("2023-12-31")
    page.keyboard.press("Enter")
    expect(trades).to_contain_text("Trades 1 to 2 of 2")
    expect(trades.locator("tbody tr").first).to_contain_text("217.61")
    trades.get_by_label("First day").fill("2024-01-01")
    trades.get_by_role("button", name="Filter").click()
    expect(trades.get_by_role("alert")).to_contain_text("must not be later")
    trades.get_by_role("button", name="Show all").click()
    expect(trades).to_contain_text(f"of {count}")
    expect(trades.get_by_role("alert")).to_have_count(0)


def test_a_statement_is_made_for_a_period_and_downloaded(page, small, watcher):
    watcher.expect("400: POST .*/statement")
    statement = section(page, "Statement")
    link = statement.get_by_role("link", name="Download the statement (PDF)")
    expect(link).to_be_hidden()
    statement.get_by_label("First day").fill("2025-06-30")
    statement.get_by_label("Last day").fill("2025-01-01")
    statement.get_by_role("button", name="Make the statement").click()
    expect(statement.get_by_role("alert")).to_contain_text("must not come after the last")
    statement.get_by_label("First day").fill("2025-02-01")
    statement.get_by_label("Last day").fill("2025-06-30")
    page.keyboard.press("Enter")
    expect(link).to_be_focused()
    expect(page.locator("#announcements")).to_have_text("The statement is ready.")
    with page.expect_download() as download:
        page.keyboard.press("Enter")
    assert download.value.suggested_filename == f"{small.name}.statement.pdf"
    text = text_of(download.value.path())
    assert "2025-02-01" in text and "10,443.00" in text, text


def test_mistakes_of_a_refused_file_come_line_by_line(page, service, small):
    wrong = "date,action,symbol,quantity,price,fees,currency\n2025-13-01,BUY,AAPL,1,1,0,USD\n2025-01-01,BUY,AAPL,x,1,0,USD\n"
    chooser(page).set_input_files(write(small, wrong_trades_csv=wrong))
    files = section(page, "Files")
    item = files.get_by_role("listitem").filter(has_text="wrong.trades.csv").filter(has_text="Refused")
    expect(item).to_contain_text("This file was rejected: 2 errors")
    expect(item.get_by_role("listitem")).to_have_text([re.compile("^Line 2, column 1: "), re.compile("^Line 3, column 4: ")])
    expect(page.get_by_text("1 file was refused, and nothing of it counts.")).to_be_visible()
    # The others count as before.
    expect(page.locator("#state")).to_have_text("Computed")
    expect(section(page, "Summary")).to_contain_text("10,443.00")
    page.get_by_role("link", name="All trading accounts").click()
    row = page.get_by_role("row").filter(has=page.get_by_role("link", name=small.name, exact=True))
    expect(row).to_contain_text("10,443.00 USD")
    expect(row).to_contain_text("2025-06-30")
    row.get_by_role("link", name="1 file refused").click()
    expect(page).to_have_url(f"{service.url}/accounts/{small.name}#files-title")


def test_a_wrong_file_is_removed_by_keyboard(page, small):
    wrong = f"{TRADES.splitlines()[0]}\n2025-06-02,DEPOSIT,,,5000,,USD\n"
    chooser(page).set_input_files(write(small, wrong_trades_csv=wrong))
    expect(section(page, "Summary")).to_contain_text("15,443.00")
    expect(page.locator("#state")).to_have_text("Computed")
    name = f"{small.name}.wrong.trades.csv"
    button = section(page, "Files").get_by_role("button", name=f"Remove {name}", exact=True)
    button.focus()
    page.keyboard.press("Enter")
    dialog = page.get_by_role("dialog", name=f"Remove “{name}”?")
    expect(dialog).to_contain_text("The account is computed again without the files of this name.")
    page.keyboard.press("Escape")
    expect(button).to_be_focused()
    page.keyboard.press("Enter")
    dialog.get_by_role("button", name="Remove", exact=True).press("Enter")
    expect(page.locator("#announcements")).to_have_text(f"{name} is removed.")
    expect(section(page, "Files").get_by_role("list").first.get_by_role("listitem")).to_have_count(2)
    expect(page.get_by_role("heading", name="Files", exact=True)).to_be_focused()
    expect(section(page, "Summary")).to_contain_text("10,443.00")


def test_an_account_has_the_title_of_its_settings_and_old_prices_have_their_day(page, service, tmp_path):
    folder = tmp_path / "titled"
    folder.mkdir()
    page.goto(f"{service.url}/accounts")
    later = TRADES + "2025-07-01,BUY,OLD,1,100,1,USD\n2025-08-01,DEPOSIT,,,1,,USD\n"
    chooser(page).set_input_files(write(
        folder, trades_csv=later, prices_csv=PRICES + "2025-08-01,OLD,90\n", account_yaml="title: Family savings\n"))
    expect_computed(page)
    expect(page.get_by_role("heading", level=1)).to_have_text("Family savings titled")
    holdings = section(page, "Holdings")
    expect(holdings.locator("tbody tr").filter(has_text="AAPL")).to_contain_text("150.00 2025-06-30")
    expect(holdings.locator("tbody tr").filter(has_text="OLD")).not_to_contain_text("2025-08-01")


def test_an_account_that_fails_keeps_its_earlier_figures(page, small):
    head = TRADES.splitlines()[0]
    chooser(page).set_input_files(write(small, sale_trades_csv=f"{head}\n2025-04-01,SELL,AAPL,1000,1,0,USD\n"))
    expect(page.get_by_text("The account failed with its newest files.")).to_be_visible()
    expect(page.locator("#state")).to_have_text("Failed")
    expect(page.locator("#notices")).to_contain_text(f"{small.name}.sale.trades.csv, line 2: More shares of AAPL")
    page.reload()
    expect(section(page, "Summary")).to_contain_text("10,443.00")
    expect(page.locator("#state")).to_have_text("Failed")


def test_what_no_account_has_is_refused_beside_what_arrives(page, service, tmp_path):
    notes = tmp_path / "notes.txt"
    notes.write_text("These are notes.")
    page.goto(f"{service.url}/accounts")
    name = f"refusals {tmp_path.name}"
    page.get_by_label("Account", exact=True).fill(name)
    trades = tmp_path / "export.trades.csv"
    trades.write_text(TRADES)
    chooser(page).set_input_files([notes, trades])
    uploads = page.get_by_role("list", name="Uploads")
    expect(uploads.get_by_role("alert")).to_contain_text("notes.txt: no file of an account has such a name.")
    # The account has the name that was typed.
    expect(uploads.get_by_role("link", name="export.trades.csv")).to_have_attribute("href", f"/accounts/{urllib.parse.quote(name)}")
    row = page.get_by_role("row").filter(has=page.get_by_role("link", name=name, exact=True))
    expect(row).to_contain_text("Computed")
    uploads.get_by_role("button", name="Dismiss").click()
    expect(uploads.get_by_role("alert")).to_have_count(0)


def test_files_are_dropped_anywhere_and_an_account_without_holdings_has_a_page(page, service):
    page.goto(f"{service.url}/accounts")
    text = "date,action,symbol,quantity,price,fees,currency\n2025-01-01,DEPOSIT,,,12345678901234567.89,,EUR\n"
    page.evaluate(DROP, ["dropped.trades.csv", "text/csv", base64.b64encode(text.encode()).decode()])
    page.wait_for_url("**/accounts/dropped")
    expect_computed(page)
    # All digits, though a number of a script has fewer.
    expect(section(page, "Summary")).to_contain_text("12,345,678,901,234,567.89")
    expect(section(page, "Holdings")).to_contain_text("Nothing is held.")
    expect(section(page, "Realised gains")).to_contain_text("Nothing has been sold.")
    expect(section(page, "Trades")).to_contain_text("No file has a trade.")
    expect(section(page, "Analysis of opinions")).to_contain_text("No file has opinions")


def test_an_incomplete_account_is_marked(page, service, tmp_path, watcher):
    path = tmp_path / "options.csv"
    shutil.copy(FORMS / "brokers/schwab-options.csv", path)
    page.goto(f"{service.url}/accounts")
    chooser(page).set_input_files(path)
    expect_computed(page)
    expect(page.get_by_role("heading", name="Holdings incomplete")).to_be_visible()
    page.get_by_role("link", name="See these lines").click()
    broker = section(page, "Where the broker’s figures differ incomplete")
    broker.locator("summary", has_text="Lines left out").click()
    expect(broker.get_by_role("table").last).to_contain_text("options.csv, line ")
    page.goto(f"{service.url}/accounts")
    row = page.get_by_role("row").filter(has=page.get_by_role("link", name="options", exact=True))
    expect(row.get_by_text("incomplete")).to_be_visible()


def test_cash_that_differs_has_two_places(page, service, tmp_path):
    path = tmp_path / "stated.ofx"
    shutil.copy(FORMS / "brokers/specification.ofx", path)
    page.goto(f"{service.url}/accounts")
    chooser(page).set_input_files(path)
    expect_computed(page)
    row = page.locator("#broker").get_by_role("row").filter(has_text="Cash in USD")
    expect(row.get_by_role("cell")).to_have_text(["2005-08-27", "200.00", "−4,025.00", "4,225.00", "stated.ofx, line 103"])


def test_dates_in_iso_8601_show_the_same_days(new_page, tmp_path):
    service = Service(settings="trading: {dates: iso}\n")
    try:
        page = new_page()
        folder = tmp_path / "iso"
        folder.mkdir()
        page.goto(f"{service.url}/accounts")
        chooser(page).set_input_files(write(folder, trades_csv=TRADES, prices_csv=PRICES))
        expect_computed(page)
        expect(section(page, "Trades").locator("tbody th")).to_have_text(["2025-03-03", "2025-01-02"])
        expect(page.get_by_text("up to 2025-06-30; not advice")).to_be_visible()
    finally:
        service.close()


def test_the_whole_way_by_keyboard_and_the_account_is_deleted(page, service, small):
    page.goto(f"{service.url}/accounts")
    link = page.get_by_role("link", name=small.name, exact=True)
    expect(link).to_be_visible()
    for _ in range(60):
        page.keyboard.press("Tab")
        if link.evaluate("(node) => node === document.activeElement"):
            break
    page.keyboard.press("Enter")
    expect_computed(page)
    seen = []
    for _ in range(80):
        page.keyboard.press("Tab")
        focused = page.evaluate("""() => {
            const node = document.activeElement, box = node.getBoundingClientRect();
            return [node.innerText || node.getAttribute("aria-label") || node.id, box.width > 1 && box.height > 1];
        }""")
        assert focused[1] or focused[0] == "Skip to the content", f"the focus is out of sight at {focused[0]}"
        seen.append(focused[0])
        if focused[0] == "Delete the account":
            break
    for name in ("How the value came about", "Values by day", "Security", "Make the statement"):
        assert name in seen, (name, seen)
    assert [name for name in seen if name.startswith("AAPL 2025")], seen
    page.keyboard.press("Enter")
    dialog = page.get_by_role("dialog", name=f"Delete “{small.name}”?")
    expect(dialog).to_contain_text("What remains: files in the folders they came from")
    page.keyboard.press("Escape")
    expect(page.get_by_role("button", name="Delete the account")).to_be_focused()
    page.keyboard.press("Enter")
    dialog.get_by_role("button", name="Delete").press("Enter")
    expect(page).to_have_url(f"{service.url}/accounts")
    expect(page.get_by_role("link", name=small.name, exact=True)).to_have_count(0)


@pytest.fixture(scope="module")
def shared(tmp_path_factory):
    """A service that requires a login, with two users."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    folder = tmp_path_factory.mktemp("owners")

    def add_users(service):
        for name, password in PASSWORDS.items():
            file = folder / name
            file.write_text(password)
            file.chmod(0o600)
            service.run("users", "add", name, "--password-file", str(file))

    service = Service(settings=f"service:\n  port: {port}\n  publicURL: http://127.0.0.1:{port}\n", port=port, prepare=add_users)
    yield service
    service.close()


def test_another_users_account_is_not_found(new_page, shared, tmp_path, watcher):
    watcher.expect("404: ")
    ada, grace = new_page(), new_page()
    log_in(ada, shared, "ada")
    expect(ada.get_by_text("Logged in as ada")).to_be_visible()
    ada.goto(f"{shared.url}/accounts")
    folder = tmp_path / "private"
    folder.mkdir()
    chooser(ada).set_input_files(write(folder, trades_csv=TRADES))
    expect_computed(ada)
    log_in(grace, shared, "grace")
    expect(grace.get_by_text("Logged in as grace")).to_be_visible()
    grace.goto(f"{shared.url}/accounts")
    expect(grace.get_by_role("heading", name="No trading accounts yet")).to_be_visible()
    grace.goto(ada.url)
    expect(grace.get_by_role("heading", name="Page not found")).to_be_visible()
    for path in ("/accounts/private", "/accounts/private/reconciliation", "/accounts/private/statement.pdf",
                 "/portfolio/holdings?account=private", "/trades?account=private"):
        assert grace.evaluate("(path) => fetch(path).then((answer) => answer.status)", f"/api{path}") == 404, path


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [1280, pytest.param(800, marks=pytest.mark.full), 320])
def test_axe_finds_nothing(new_page, service, depot, worked, scheme, width, watcher):
    page = new_page(color_scheme=scheme, viewport={"width": width, "height": 800})
    page.goto(f"{service.url}/accounts")
    expect(page.get_by_role("link", name="depot", exact=True)).to_be_visible()
    check(page, "list")
    assert page.evaluate(FAULTS) == []
    page.goto(depot)
    expect_computed(page)
    for summary in page.locator("summary").all():
        summary.click()
    section(page, "Realised gains").get_by_role("button").first.click()
    check(page, "account")
    assert page.evaluate(FAULTS) == []
    page.get_by_role("button", name="Delete the account").click()
    check(page, "question")
