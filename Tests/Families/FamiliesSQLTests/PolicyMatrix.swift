import Pipeline
import RowQuery
import RowQuerySQL
import Families
import FamiliesSQL
import SQL
import Synchronization

/// Every role, table and verb with what must come of it, as a table that a person can read beside the contract's.
struct PolicyMatrix {
    typealias Families = TestFamilies
    typealias Role = TestFamilies.Role
    typealias Verb = TablePolicy.Verb

    /// A write, and who may do it.
    struct Write: Sendable {
        let verb: Verb
        let table: String
        /// The letters of the roles.
        let allowed: String
        let query: String
        let body: String
        var prefer = "return=representation"

        var ask: Families.Ask {
            switch verb {
            case .insert: Families.post(table, body, prefer: prefer)
            case .delete: Families.delete(table, query)
            default: Families.patch(table, query, body)
            }
        }
    }

    private static func add(
        _ table: String, _ allowed: String, _ body: String, prefer: String = "return=representation"
    ) -> Write { Write(verb: .insert, table: table, allowed: allowed, query: "", body: body, prefer: prefer) }

    private static func change(_ table: String, _ number: String, _ allowed: String, _ body: String) -> Write {
        Write(verb: .update, table: table, allowed: allowed, query: "id=eq.\(number)", body: body)
    }

    private static func remove(_ table: String, _ number: String, _ allowed: String) -> Write {
        Write(verb: .delete, table: table, allowed: allowed, query: "id=eq.\(number)", body: "")
    }

    private static let family = Families.lovelaces
    private static func id(_ number: Int) -> String { Families.id(number) }
    private static func theirs(_ number: Int) -> String { Families.id(number, "eeeeeeee") }
    private static let picture = #""image_url":"\#(family)/sun.jpg","created_date":"2026-01-01""#

    static let writes: [Write] = [
        add("families", "", #"{"name":"New"}"#, prefer: "return=minimal"),
        change("families", family, "O", #"{"name":"New"}"#),
        change("families", Families.eves, "X", #"{"name":"New"}"#),
        remove("families", family, "O"),

        add("family_members", "", #"{"family_id":"\#(family)","user_id":"\#(id(8))","role":"viewer"}"#),
        change("family_members", id(34), "PO", #"{"nickname":"Gran"}"#),
        change("family_members", id(33), "PO", #"{"role":"parent"}"#),
        change("family_members", id(33), "O", #"{"role":"owner"}"#),
        change("family_members", id(35), "O", #"{"role":"parent"}"#),
        change("family_members", theirs(99), "X", #"{"nickname":"E"}"#),
        remove("family_members", id(34), "VPO"), remove("family_members", id(33), "MPO"),
        remove("family_members", id(35), "O"), remove("family_members", id(31), "O"),

        add("family_invites", "PO", #"{"family_id":"\#(family)","role":"parent"}"#),
        add("family_invites", "", #"{"family_id":"\#(family)","role":"viewer","created_by":"\#(id(8))"}"#),
        add("family_invites", "", #"{"family_id":"\#(family)","role":"viewer","used_at":"2026-01-01"}"#),
        change("family_invites", id(61), "", #"{"role":"parent"}"#),
        remove("family_invites", id(61), "PO"), remove("family_invites", theirs(98), "X"),

        add("children", "PO", #"{"family_id":"\#(family)","name":"Zed"}"#),
        add("children", "X", #"{"family_id":"\#(Families.eves)","name":"Zed"}"#),
        // An upsert reaches no row that an update would not.
        add(
            "children", "", #"{"id":"\#(Families.zoe)","family_id":"\#(family)","name":"Zed"}"#,
            prefer: "resolution=merge-duplicates"),
        change("children", Families.mia, "PO", #"{"name":"Mia"}"#),
        change("children", Families.zoe, "X", #"{"name":"Z"}"#),
        remove("children", Families.tom, "PO"),

        add("artworks", "MPO", #"{"child_id":"\#(Families.mia)","title":"T",\#(picture)}"#),
        add(
            "artworks", "", #"{"child_id":"\#(Families.mia)","title":"T","uploaded_by":"\#(id(8))",\#(picture)}"#),
        add(
            "artworks", "", #"{"id":"\#(Families.secret)","child_id":"\#(Families.mia)","title":"T",\#(picture)}"#,
            prefer: "resolution=merge-duplicates"),
        change("artworks", Families.sun, "MPO", #"{"title":"T"}"#),
        change("artworks", Families.sea, "PO", #"{"title":"T"}"#),
        change("artworks", Families.gone, "", #"{"title":"T"}"#),
        change("artworks", Families.secret, "X", #"{"title":"T"}"#),
        remove("artworks", Families.sun, "MPO"), remove("artworks", Families.sea, "PO"),
        remove("artworks", Families.gone, ""),

        add("artwork_reactions", "VMPO", #"{"artwork_id":"\#(Families.sea)","emoji_type":"star"}"#),
        add("artwork_reactions", "VMPO", #"{"artwork_id":"\#(Families.sun)","emoji_type":"star"}"#),
        add(
            "artwork_reactions", "", #"{"artwork_id":"\#(Families.sea)","emoji_type":"star","user_id":"\#(id(8))"}"#),
        add("artwork_reactions", "", #"{"artwork_id":"\#(Families.gone)","emoji_type":"star"}"#),
        add("artwork_reactions", "X", #"{"artwork_id":"\#(Families.secret)","emoji_type":"star"}"#),
        change("artwork_reactions", id(51), "V", #"{"emoji_type":"star"}"#),
        change("artwork_reactions", id(52), "P", #"{"emoji_type":"star"}"#),
        remove("artwork_reactions", id(51), "VPO"), remove("artwork_reactions", id(52), "PO"),
        remove("artwork_reactions", Families.id(54, "dddddddd"), ""),

        add("artwork_comments", "VMPO", #"{"artwork_id":"\#(Families.sun)","text":"Hi"}"#),
        add("artwork_comments", "", #"{"artwork_id":"\#(Families.sun)","text":"Hi","user_id":"\#(id(8))"}"#),
        add("artwork_comments", "", #"{"artwork_id":"\#(Families.gone)","text":"Hi"}"#),
        add("artwork_comments", "X", #"{"artwork_id":"\#(Families.secret)","text":"Hi"}"#),
        change("artwork_comments", id(41), "V", #"{"text":"Hi"}"#),
        change("artwork_comments", id(42), "P", #"{"text":"Hi"}"#),
        remove("artwork_comments", id(41), "VPO"), remove("artwork_comments", id(42), "PO"),
        remove("artwork_comments", Families.id(44, "dddddddd"), ""),

        add(
            "pictures", "MPO",
            #"{"name":"\#(family)/new.jpg","family_id":"\#(family)","document":"\#(Families.free)"}"#),
        change("pictures", id(71), "MPO", #"{"document":"\#(Families.free)"}"#),
        change("pictures", id(72), "PO", #"{"document":"\#(Families.free)"}"#),
        remove("pictures", id(71), "MPO"), remove("pictures", id(72), "PO"), remove("pictures", theirs(97), "X"),
    ]

    /// Calls with what they answer to the roles: one answer for those named, another for the rest.
    static let calls: [(name: String, body: String, allowed: String, answer: String, otherwise: String)] = [
        (
            "get_artwork_reaction_counts", #"{"artwork_uuid":"\#(Families.sun)"}"#, "VMPO",
            #"[{"emoji_type":"heart","count":1},{"emoji_type":"sparkles","count":1}]"#, "[]"
        ),
        (
            "get_artwork_reaction_counts", #"{"artwork_uuid":"\#(Families.secret)"}"#, "X",
            #"[{"emoji_type":"heart","count":1}]"#, "[]"
        ), ("get_artwork_reaction_counts", #"{"artwork_uuid":"\#(Families.gone)"}"#, "", "", "[]"),
        ("user_has_reacted", #"{"artwork_uuid":"\#(Families.sun)","emoji":"heart"}"#, "V", "true", "false"),
        ("user_has_reacted", #"{"artwork_uuid":"\#(Families.secret)","emoji":"heart"}"#, "X", "true", "false"),
        ("user_has_reacted", #"{"artwork_uuid":"\#(Families.gone)","emoji":"heart"}"#, "", "", "false"),
        ("get_family_role", #"{"family_uuid":"\#(family)"}"#, "O", #""owner""#, ""),
        ("get_family_role", #"{"family_uuid":"\#(Families.eves)"}"#, "X", #""owner""#, "null"),
        ("get_deleted_artworks", #"{"family_uuid":"\#(family)"}"#, "PO", "", "[]"),
        ("restore_artwork", #"{"artwork_uuid":"\#(Families.gone)"}"#, "PO", "true", "false"),
        ("restore_artwork", #"{"artwork_uuid":"\#(Families.secret)"}"#, "", "", "false"),
    ]

    static let tables = StorytellingSchema.tables.map(\.name) + ["pictures"]

    /// How many rows of each table a member of the Lovelaces reads; invites are for parents.
    private static let visible = [
        "families": 1, "family_members": 5, "family_invites": 1, "children": 2, "artworks": 2, "artwork_reactions": 2,
        "artwork_comments": 2, "pictures": 2,
    ]

    /// A hidden row of the other family in each table.
    static let hidden = [
        "families": Families.eves, "family_members": theirs(99), "family_invites": theirs(98),
        "children": Families.zoe, "artworks": Families.secret, "artwork_reactions": theirs(95),
        "artwork_comments": theirs(93), "pictures": theirs(97),
    ]

    /// The ways from each table along foreign keys, in both directions.
    private static let ways: [String: [String]] = StorytellingSchema.tables.reduce(into: [:]) { ways, table in
        for key in table.foreignKeys {
            ways[table.name, default: []].append(key.table)
            ways[key.table, default: []].append(table.name)
        }
    }

    /// Every embed of every table, one and two deep, with all columns and counted.
    static let embeds: [(table: String, query: String)] = ways.keys.sorted().flatMap { table in
        (ways[table] ?? []).flatMap { first in
            [
                (table, "select=*,\(first)(*)"), (table, "select=id,\(first)(count)"),
                (table, "select=id,\(first)!inner(*)"),
            ]
                + (ways[first] ?? []).flatMap { second in
                    [
                        (table, "select=id,\(first)(id,\(second)(*))"),
                        (table, "select=id,\(first)(id,\(second)(count))"),
                        (table, "select=id,\(first)!inner(id,\(second)!inner(*))"),
                        (
                            table,
                            "select=id,\(first)!inner(\(second)!inner())&\(first).\(second).id=eq.\(hidden[second] ?? "")"
                        ),
                    ]
                }
        }
    }

    /// Requests that must not show a hidden row, besides embeds.
    private static let readings: [(table: String, query: String)] = tables.flatMap { table in
        let id = hidden[table] ?? ""
        return [
            (table, ""), (table, "id=eq.\(id)"), (table, "id=in.(\(id),\(Families.gone))"),
            (table, "or=(id.eq.\(id),id.neq.\(id))"), (table, "not.and=(id.is.null)"),
            (table, "order=id.desc&limit=100"),
        ]
    }

    let families: TestFamilies

    /// What does not agree with the tables above, under some policies; stops after the first if only that is asked for.
    func mismatches(_ rows: FamilyRows, verbs: Set<Verb> = Set(Verb.allCases), first: Bool = false) throws -> [String] {
        var found: [String] = []
        for role in Role.allCases {
            if verbs.contains(.select) { found += try readMismatches(rows, role, first: first) }
            if first, !found.isEmpty { return found }
            for write in Self.writes where verbs.contains(write.verb) {
                let outcome = try families.attempt(rows, as: role.user, write.ask)
                let isDone = outcome.code == nil && outcome.changes == 1
                let isRefused =
                    outcome.code == .forbidden || (outcome.code == nil && outcome.changes == 0 && write.verb != .insert)
                let isAllowed = write.allowed.contains(role.rawValue)
                if isAllowed ? !isDone : !isRefused || shows(outcome.text, role) {
                    found.append("\(role) \(write.verb) \(write.table) \(write.query)\(write.body): \(outcome)")
                }
                if first, !found.isEmpty { return found }
            }
        }
        return found
    }

    /// The answers to calls that do not agree with the table; an empty expectation is not compared.
    func callMismatches(_ rows: FamilyRows) throws -> [String] {
        try Role.allCases.flatMap { role in
            try Self.calls.compactMap { call in
                let outcome = try families.attempt(rows, as: role.user, Families.call(call.name, call.body))
                let isAllowed = call.allowed.contains(role.rawValue)
                let expected = isAllowed ? call.answer : call.otherwise
                let isRefused = role == .nobody && outcome.code == .forbidden
                guard !expected.isEmpty, outcome.text != expected, !isRefused else { return nil }
                return "\(role) \(call.name)\(call.body): \(outcome)"
            }
        }
    }

    /// The changes of which listeners are told more or less than they may read.
    func changeMismatches(_ rows: FamilyRows) throws -> [String] {
        let own = [
            "families": Families.lovelaces, "family_members": Self.id(31), "family_invites": Self.id(61),
            "children": Families.mia, "artworks": Families.sun, "artwork_reactions": Self.id(51),
            "artwork_comments": Self.id(41),
        ]
        let hidden = [
            "artworks": Families.gone, "artwork_reactions": Families.id(54, "dddddddd"),
            "artwork_comments": Families.id(44, "dddddddd"),
        ]
        var found: [String] = []
        func check(_ table: String, _ verb: RowChange.Verb, _ row: String?, _ family: String, _ allowed: String) throws
        {
            guard let row else { return }
            let change = FamilyChange(
                sequence: 1, at: Timestamp(milliseconds: 0), table: table, verb: verb, row: row, family: family)
            for role in Role.allCases {
                let record = try families.database.readBlocking { db in
                    try rows.record(of: change, as: Caller(user: role.user), db)
                }
                if (record != nil) != allowed.contains(role.rawValue) { found.append("\(role) \(change)") }
                if case .row(let text) = record, shows(text, role) { found.append("\(role) \(text)") }
            }
        }
        for table in StorytellingSchema.tables.map(\.name) {
            let readers = table == "family_invites" ? "PO" : "VMPO"
            for verb in [RowChange.Verb.insert, .update] {
                try check(table, verb, own[table], Families.lovelaces, readers)
                try check(table, verb, Self.hidden[table], Families.eves, "X")
                try check(table, verb, hidden[table], Families.lovelaces, "")
                // What a change says of its family gives nobody a right.
                try check(table, verb, Self.hidden[table], Families.lovelaces, "X")
            }
            try check(table, .delete, Self.id(700), Families.lovelaces, readers)
            try check(table, .delete, Self.id(700), Families.eves, "X")
        }
        return found
    }

    private func readMismatches(_ rows: FamilyRows, _ role: Role, first: Bool) throws -> [String] {
        var found: [String] = []
        for (table, query) in Self.readings + Self.embeds {
            let outcome = try families.attempt(rows, as: role.user, Families.get(table, query))
            if outcome.code != nil || shows(outcome.text, role) {
                found.append("\(role) \(table)?\(query): \(outcome)")
            }
            if first, !found.isEmpty { return found }
        }
        for table in Self.tables {
            let isInside = ![.nobody, .stranger].contains(role)
            let isClosed = table == "family_invites" && (role == .viewer || role == .member)
            let count = role == .stranger ? 1 : isInside && !isClosed ? Self.visible[table] ?? 0 : 0
            let counted = try families.attempt(rows, as: role.user, Families.get(table, "select=count()"))
            if counted.text != #"[{"count":\#(count)}]"# { found.append("\(role) count of \(table): \(counted)") }
            let exact = try families.attempt(rows, as: role.user, Families.get(table, "select=id", counted: true))
            if !exact.text.contains("/\(count) [") { found.append("\(role) \(table): \(exact)") }
        }
        return found
    }

    /// Whether a text has something that a role must not see.
    private func shows(_ text: String, _ role: Role) -> Bool {
        switch role {
        case .nobody: text.contains("-4000-8000-")
        case .stranger: text.contains("00000000-0000") || text.contains("dddddddd-")
        case .viewer, .member: Self.foreign(text) || text.contains("Hush")
        case .parent, .owner: Self.foreign(text)
        }
    }

    private static func foreign(_ text: String) -> Bool {
        text.lowercased().contains("eeeeeeee-") || text.contains("dddddddd-") || text.contains("Qx7")
    }
}
