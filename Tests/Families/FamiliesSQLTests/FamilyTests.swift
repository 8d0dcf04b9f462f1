import RowQuery
import Families
import FamiliesSQL
import SQL
import SQLTestSupport
import Testing

@Suite("Families, invites and leaving", .onEveryEngine)
struct FamilyTests {
    typealias Families = TestFamilies

    private let families: TestFamilies
    private let rows: FamilyRows
    /// A user who is in no family.
    private let nell = Families.id(8)

    init() throws {
        families = try TestFamilies()
        rows = try FamilyRows()
    }

    private func accept(
        _ code: String, nickname: String? = nil, as user: String?, at now: Int64 = Families.now
    ) throws -> Families.Outcome {
        let name = nickname.map { #","member_nickname":"\#($0)""# } ?? ""
        return try families.keep(
            rows, as: user, at: now, Families.call("accept_family_invite", #"{"invite_code":"\#(code)"\#(name)}"#))
    }

    private func text(as user: String?, _ ask: Families.Ask) throws -> String {
        try families.keep(rows, as: user, ask).text
    }

    private func count(_ rows: String) throws -> Int {
        try families.database.readBlocking { try $0.value(Int.self, "SELECT count(*) FROM storytelling_\(rows)") ?? 0 }
    }

    @Test("whoever creates a family is its owner")
    func creation() throws {
        let family = try text(as: nell, Families.call("create_family_for_user", #"{"family_name":"The Nells"}"#))
        let id = family.trimmingPrefix("\"").prefix(36)
        #expect(try text(as: nell, Families.call("get_family_role", #"{"family_uuid":"\#(id)"}"#)) == #""owner""#)
        #expect(
            try text(as: nell, Families.get("families", "select=name,created_by"))
                == #"[{"name":"The Nells","created_by":"\#(nell)"}]"#)
        let call = Families.call("create_family_for_user", #"{"family_name":"  "}"#)
        #expect(try families.keep(rows, as: nell, call).code == .failedCheck)
        #expect(try families.keep(rows, as: nil, call).code == .forbidden)
    }

    @Test(
        "a name must have a character that can be seen",
        arguments: [#"\u200b"#, #" \u2060\ufe0f"#, #"\u3164"#, #"\u2800"#])
    func invisibleNames(name: String) throws {
        for (user, ask) in [
            (
                Families.ada,
                Families.patch("family_members", "user_id=eq.\(Families.cleo)", #"{"nickname":"\#(name)"}"#)
            ),
            (Families.ada, Families.patch("families", "id=eq.\(Families.lovelaces)", #"{"name":"\#(name)"}"#)),
            (
                Families.ada,
                Families.post("children", #"{"family_id":"\#(Families.lovelaces)","name":"\#(name)"}"#)
            ),
            (
                nell,
                Families.call(
                    "accept_family_invite", #"{"invite_code":"ABCDEFGH","member_nickname":"\#(name)"}"#)
            ),
        ] {
            let outcome = try families.attempt(rows, as: user, ask)
            #expect(outcome.code == .failedCheck && outcome.text.contains("can be seen"), "\(outcome.text)")
        }
        for shown in ["👩‍👧", "माँ", "\u{200f}אמא", "?"] { #expect(StoryText.isVisible(shown)) }
    }

    @Test("an invite is drawn, read by parents, and used once, however its code is typed")
    func invites() throws {
        let invite = try text(
            as: Families.ben,
            Families.post(
                "family_invites", #"{"family_id":"\#(Families.lovelaces)","role":"viewer","code":"AAAAAAAA"}"#))
        #expect(!invite.contains("AAAAAAAA"))
        #expect(invite.contains(#""expires_at":"2026-02-07T12:00:00.000000+00:00""#))
        let joined = try accept("abcd-efgh", nickname: "Nana", as: nell)
        #expect(joined.text == "\"\(Families.lovelaces)\"")
        #expect(
            try text(as: nell, Families.get("family_members", "select=role,nickname&user_id=eq.\(nell)"))
                == #"[{"role":"member","nickname":"Nana"}]"#)
        #expect(
            try text(as: Families.ada, Families.get("family_invites", "select=used_at&code=eq.ABCDEFGH")).contains(
                "2026"))
        let again = try accept("ABCDEFGH", as: Families.eve)
        #expect(again.code == .failedCheck)
        #expect(try accept("ZZZZZZZZ", as: Families.eve) == again)
        #expect(try accept("nonsense and more", as: Families.eve) == again)
    }

    @Test("an invite that has expired is as good as none, and one of longer than a month is refused")
    func expiry() throws {
        let late = Families.now + 30 * 86_400 * 1_000_000
        #expect(try accept("ABCDEFGH", as: nell, at: late) == accept("ZZZZZZZZ", as: nell))
        let write = Families.post(
            "family_invites", #"{"family_id":"\#(Families.lovelaces)","role":"viewer","expires_at":"2026-03-30"}"#)
        #expect(try families.keep(rows, as: Families.ada, write).code == .failedCheck)
        let owner = Families.post("family_invites", #"{"family_id":"\#(Families.lovelaces)","role":"owner"}"#)
        #expect(try families.keep(rows, as: Families.ada, owner).code == .failedCheck)
    }

    @Test("who is in the family already does not use up an invite")
    func secondMembership() throws {
        #expect(try accept("ABCDEFGH", as: Families.dora).code == .duplicate)
        #expect(try accept("ABCDEFGH", as: nell).code == nil)
    }

    @Test("a family keeps an owner, also if several leave at once")
    func lastOwner() throws {
        let both = Families.patch("family_members", "role=eq.owner", #"{"role":"parent"}"#)
        let outcome = try families.keep(rows, as: Families.ada, both)
        #expect(outcome.code == .failedCheck)
        #expect(!outcome.text.contains("storytelling_"))
        let leave = Families.delete("family_members", "user_id=in.(\(Families.ada),\(Families.fay))")
        #expect(try families.keep(rows, as: Families.ada, leave).code == .failedCheck)
        #expect(
            try families.keep(rows, as: Families.ada, Families.delete("family_members", "user_id=eq.\(Families.ada)"))
                .changes == 1)
        #expect(
            try families.keep(rows, as: Families.fay, Families.delete("family_members", "user_id=eq.\(Families.fay)"))
                .code
                == .failedCheck)
        #expect(
            try families.keep(rows, as: Families.fay, Families.delete("families", "id=eq.\(Families.lovelaces)"))
                .changes == 1)
        #expect(try count("members") == 1)
        #expect(try count("comments") == 1)
    }

    @Test("who leaves loses every right at once")
    func leaving() throws {
        #expect(
            try families.keep(rows, as: Families.cleo, Families.delete("family_members", "user_id=eq.\(Families.cleo)"))
                .changes == 1)
        #expect(try text(as: Families.cleo, Families.get("artworks", "select=id")) == "[]")
        let edit = Families.patch("artworks", "id=eq.\(Families.sun)", #"{"title":"T"}"#)
        #expect(try families.keep(rows, as: Families.cleo, edit).changes == 0)
    }

    @Test("a deleted account takes its reactions and comments along and leaves its artworks")
    func deletedAccount() throws {
        let ended = Ended()
        let rows = try FamilyRows(endAccount: { user, _ in ended.note(user) })
        let call = Families.call("delete_my_account")
        #expect(try families.keep(rows, as: nil, call).code == .forbidden)
        #expect(try families.keep(rows, as: Families.ben, call).code == nil)
        #expect(ended.users == [Families.ben])
        for table in ["members", "reactions", "comments"] {
            #expect(try count("\(table) WHERE user_id = '\(Families.ben)'") == 0)
        }
        #expect(try count("artworks WHERE id = '\(Families.sea)' AND uploaded_by IS NULL") == 1)
        #expect(try families.keep(rows, as: Families.eve, call).code == nil)
        #expect(try count("families WHERE id = '\(Families.eves)'") == 0)
        #expect(try families.keep(rows, as: Families.fay, call).code == nil)
        #expect(try families.keep(rows, as: Families.ada, call).code == .failedCheck)
        #expect(try count("members WHERE user_id = '\(Families.ada)'") == 1)
        #expect(ended.users == [Families.ben, Families.eve, Families.fay])
    }
}
