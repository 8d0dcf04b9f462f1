"""Signs up, signs in, refreshes, changes and signs out with the unmodified client of a Supabase project.

usage: sessions.py ADDRESS KEY OWNER PASSWORD CODE

CODE is that of an invite to a family of OWNER.
"""

import sys

from supabase import AuthError, create_client

address, key, owner, password, code = sys.argv[1:]


def refusal(call):
    """Returns the code with which a call is refused."""
    try:
        call()
    except AuthError as error:
        return error.code
    raise AssertionError("was not refused")


def sign_up(email, data):
    return create_client(address, key).auth.sign_up(
        {"email": email, "password": password, "options": {"data": data}}
    )


assert refusal(lambda: sign_up("zoe@example.org", {})) == "signup_disabled"
assert refusal(lambda: sign_up("zoe@example.org", {"invite_code": "AAAAAAAA"})) == "signup_disabled"
assert refusal(lambda: sign_up(owner, {"invite_code": code})) == "user_already_exists"

client = create_client(address, key)
answer = client.auth.sign_up(
    {
        "email": "Zoe@example.org",
        "password": password,
        "options": {"data": {"invite_code": code, "display_name": "Zoë"}},
    }
)
assert answer.session and answer.user
assert answer.user.email == "zoe@example.org"
assert answer.user.user_metadata == {"display_name": "Zoë"}
assert answer.user.identities and answer.user.identities[0].provider == "email"
assert client.auth.get_user().user.id == answer.user.id
assert client.auth.get_claims()["claims"]["sub"] == answer.user.id

other = create_client(address, key)
credentials = {"email": "zoe@example.org", "password": password}
assert other.auth.sign_in_with_password(credentials).user.id == answer.user.id
wrong = {"email": "zoe@example.org", "password": "not the password"}
assert refusal(lambda: create_client(address, key).auth.sign_in_with_password(wrong)) == "invalid_credentials"

before = client.auth.get_session()
after = client.auth.refresh_session().session
assert after.refresh_token != before.refresh_token
again = client.auth.refresh_session(before.refresh_token).session
assert again.refresh_token == after.refresh_token

changed = client.auth.update_user({"data": {"display_name": None, "colour": "blue"}})
assert changed.user.user_metadata == {"colour": "blue"}
assert refusal(lambda: client.auth.update_user({"password": "short"})) == "weak_password"
client.auth.update_user({"password": password + "!"})
assert client.auth.get_user().user.id == answer.user.id
assert refusal(lambda: other.auth.get_user()) == "session_not_found"

stolen = client.auth.get_session().access_token
client.auth.sign_out()
assert client.auth.get_session() is None
assert refusal(lambda: create_client(address, key).auth.get_user(stolen)) == "session_not_found"
print("the client signed up, in and out")
