import RowQuery
import RowQuerySQL
import SQLTestSupport
import Testing

@Suite("Policies", .onEveryEngine)
struct PolicyTests {
    private let families: Families

    init() throws {
        families = try Families()
    }

    private static let tables = [
        "families", "family_members", "children", "artworks", "artwork_reactions", "artwork_comments",
    ]

    /// Requests that would show a row of the other family, one for each way to it.
    static let readings: [(table: String, query: String)] =
        tables.map { ($0, "") } + tables.map { ($0, "select=count()") }
        + [
            ("families", "select=id&id=eq.\(Families.eves)"),
            ("families", "select=id,artworks(id)"), ("families", "select=id,children(id,artworks(id))"),
            ("families", "select=id,family_members(count)"), ("children", "select=id,families(*)"),
            ("children", "select=id,artworks(count)"), ("artworks", "select=id,artwork_comments(text)"),
            ("artworks", "select=id,artwork_reactions(count)"),
            ("artworks", "select=id,children!inner(name)&children.name=eq.Zoe"),
            ("artwork_comments", "select=id,artworks(title,children(name))"),
            ("artwork_comments", "select=id,artworks!inner()&artworks.title=eq.Secret"),
            ("artworks", "or=(title.eq.Secret,title.neq.Secret)"), ("artworks", "not.and=(title.eq.x)"),
        ]

    /// The number of rows in the answers to all readings.
    private func seen(_ families: Families, as user: String?) throws -> [String] {
        try Self.readings.map { try families.rows($0.table, $0.query, as: user) }
    }

    @Test("without a login, and in no family, nothing is seen or counted", arguments: [nil, Families.id(8)])
    func outsiders(user: String?) throws {
        for (index, answer) in try seen(families, as: user).enumerated() {
            let isCount = Self.readings[index].query == "select=count()"
            #expect(answer == (isCount ? #"[{"count":0}]"# : "[]"), "\(Self.readings[index])")
        }
    }

    @Test("whoever is in a family sees its rows and none of another, by whatever way")
    func members() throws {
        for user in [Families.ada, Families.ben, Families.cleo, Families.dora] {
            for answer in try seen(families, as: user) {
                for id in [Families.eves, Families.zoe, Families.secret, Families.secretComment, Families.id(94)] {
                    #expect(!answer.contains(id))
                }
                #expect(!answer.contains("Secret") && !answer.contains("Nobody knows") && !answer.contains("Zoe"))
            }
            #expect(try families.rows("artworks", "select=count()", as: user) == #"[{"count":3}]"#)
            #expect(
                try families.rows("families", "select=family_members(count)", as: user)
                    == #"[{"family_members":[{"count":4}]}]"#)
        }
    }

    @Test("without its policy for reading, each table shows the other family's rows", arguments: tables)
    func removedReadPolicies(table: String) throws {
        var open = families
        open.policies = families.policies.replacing(.select, of: table, with: .always)
        let id = [
            "families": Families.eves, "family_members": Families.id(99), "children": Families.zoe,
            "artworks": Families.secret, "artwork_reactions": Families.id(94),
            "artwork_comments": Families.secretComment,
        ][table]
        #expect(try families.rows(table, "select=id&id=eq.\(id ?? "")") == "[]")
        #expect(try open.rows(table, "select=id&id=eq.\(id ?? "")") == #"[{"id":"\#(id ?? "")"}]"#)
    }

    @Test("a way to a row leads nowhere unless the policies of all tables on it let it be read")
    func embedPolicies() throws {
        var open = families
        open.policies = families.policies.replacing(.select, of: "children", with: .always)
        let query = "select=artworks(title)&name=eq.Zoe"
        #expect(try open.rows("children", query) == #"[{"artworks":[]}]"#)
        open.policies = open.policies.replacing(.select, of: "artworks", with: .always)
        #expect(try open.rows("children", query) == #"[{"artworks":[{"title":"Secret"}]}]"#)
    }

    /// A write that the policies forbid.
    struct Write: Sendable, CustomTestStringConvertible {
        let verb: TablePolicy.Verb
        let table: String
        let user: String?
        let query: String
        let body: String
        var testDescription: String { "\(verb) \(table)" }

        init(_ verb: TablePolicy.Verb, _ table: String, by user: String?, _ query: String, _ body: String = "") {
            self.verb = verb
            self.table = table
            self.user = user
            self.query = query
            self.body = body
        }

        /// Whether the write is done: it touches a row.
        func isDone(in families: Families) throws -> Bool {
            do {
                switch verb {
                case .insert:
                    return try !families.insert(table, body, as: user, prefer: "return=minimal").changes.isEmpty
                case .delete:
                    return try !families.delete(table, query, as: user, prefer: "return=minimal").changes.isEmpty
                default:
                    return try !families.update(table, query, body, as: user, prefer: "return=minimal").changes.isEmpty
                }
            } catch let error as RowQueryError where error.code == .forbidden {
                return false
            }
        }
    }

    static let writes = [
        Write(.insert, "children", by: Families.cleo, "", #"{"family_id":"\#(Families.lovelaces)","name":"X"}"#),
        Write(.update, "children", by: Families.cleo, "name=eq.Tom", #"{"name":"X"}"#),
        Write(.delete, "children", by: Families.cleo, "name=eq.Tom"),
        Write(.insert, "artworks", by: Families.dora, "", #"{"child_id":"\#(Families.mia)","title":"X"}"#),
        Write(.update, "artworks", by: Families.cleo, "title=eq.Sun", #"{"title":"X"}"#),
        Write(.delete, "artworks", by: Families.cleo, "title=eq.Sun"),
        Write(
            .insert, "artwork_comments", by: Families.ada, "",
            #"{"artwork_id":"\#(Families.sun)","user_id":"\#(Families.ben)","text":"X"}"#),
        Write(.update, "artwork_comments", by: Families.ada, "text=eq.Lovely", #"{"text":"X"}"#),
        Write(.delete, "artwork_comments", by: Families.cleo, "text=eq.Lovely"),
        Write(
            .insert, "artwork_reactions", by: Families.eve, "",
            #"{"artwork_id":"\#(Families.sun)","emoji_type":"star"}"#),
        Write(.delete, "artwork_reactions", by: Families.cleo, "emoji_type=eq.star"),
        Write(.insert, "families", by: Families.ada, "", #"{"name":"X"}"#),
        Write(.update, "families", by: Families.ben, "id=eq.\(Families.lovelaces)", #"{"name":"X"}"#),
        Write(.delete, "families", by: Families.ben, "id=eq.\(Families.lovelaces)"),
        Write(
            .insert, "family_members", by: Families.eve, "",
            #"{"family_id":"\#(Families.lovelaces)","user_id":"\#(Families.eve)","role":"owner"}"#),
        Write(.update, "family_members", by: Families.dora, "user_id=eq.\(Families.dora)", #"{"nickname":"X"}"#),
        Write(.delete, "family_members", by: Families.dora, "user_id=eq.\(Families.ben)"),
        Write(
            .updateTo, "family_members", by: Families.ben, "user_id=eq.\(Families.ben)", #"{"role":"owner"}"#),
    ]

    @Test("each policy for writing forbids what becomes possible without it", arguments: writes)
    func removedWritePolicies(write: Write) throws {
        #expect(try !write.isDone(in: families))
        var open = families
        open.policies = families.policies.replacing(write.verb, of: write.table, with: .always)
        if write.verb == .update { open.policies = open.policies.replacing(.updateTo, of: write.table, with: .always) }
        #expect(try write.isDone(in: open))
    }

    @Test("what may be written is written")
    func allowedWrites() throws {
        let comment = #"{"artwork_id":"\#(Families.sun)","text":"Hello"}"#
        for user in [Families.ada, Families.ben, Families.cleo, Families.dora] {
            #expect(try families.insert("artwork_comments", comment, as: user).changes.count == 1)
        }
        #expect(try families.delete("artwork_comments", "text=eq.Hello", as: Families.dora).changes.count == 1)
        #expect(try families.delete("artwork_comments", "text=eq.Hello", as: Families.ben).changes.count == 3)
        #expect(try families.update("artworks", "title=eq.Sea", #"{"pages":7}"#, as: Families.cleo).changes.count == 1)
        #expect(
            try families.update("family_members", "user_id=eq.\(Families.dora)", #"{"role":"member"}"#).changes.count
                == 1)
    }

    @Test("a row of another family and one that does not exist are refused alike")
    func hiddenAndAbsent() throws {
        func refusal(_ artwork: String) throws -> RowQueryError? {
            do {
                try families.insert("artwork_comments", #"{"artwork_id":"\#(artwork)","text":"Hi"}"#)
                return nil
            } catch let error as RowQueryError {
                return error
            }
        }
        let hidden = try refusal(Families.secret)
        #expect(hidden?.code == .forbidden)
        #expect(try refusal(Families.id(700)) == hidden)
    }

    @Test("a table without policies is closed")
    func closedTables() throws {
        var rules = FamilySchema.rules
        rules["children"] = nil
        var closed = families
        closed.policies = try Policies(rules, for: families.schema)
        #expect(try closed.rows("children") == "[]")
        #expect(try closed.rows("artworks", "select=children(name)&limit=1") == #"[{"children":null}]"#)
        #expect(
            try code { try closed.insert("children", #"{"family_id":"\#(Families.lovelaces)","name":"X"}"#) }
                == .forbidden)
    }

    @Test("refusals do not contain values")
    func privateErrors() throws {
        let secret = "Qx7Zk"
        let attempts: [() throws -> Any] = [
            { try families.get("artworks", "id=eq.\(secret)") },
            { try families.get("artworks", "pages=in.(\(secret))") },
            { try families.get("artworks", "title=\(secret)") }, { try families.get("artworks", "title=is.\(secret)") },
            { try families.get("artworks", "limit=\(secret)") },
            { try families.get("artworks", "or=(title.\(secret))") },
            { try families.get("artworks", "tags=cs.\(secret)") },
            { try families.get("artworks", "title=like.\(secret)%5C") },
            { try families.insert("artworks", #"{"child_id":"\#(secret)"}"#) },
            { try families.insert("artworks", #"{"child_id":"\#(Families.mia)","title":"x","story":"\#(secret)"}"#) },
            {
                try families.insert(
                    "artwork_reactions", #"{"artwork_id":"\#(Families.sun)","emoji_type":"\#(secret)"}"#)
            },
            { try families.insert("artworks", #"{"child_id":"\#(secret)"#) },
        ]
        for attempt in attempts {
            do {
                _ = try attempt()
                Issue.record("An attempt was not refused.")
            } catch let error as RowQueryError {
                #expect(!"\(error)".contains(secret))
            }
        }
    }
}
