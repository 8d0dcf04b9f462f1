import Pipeline
import RowQuery
import RowQuerySQL
import Families
import FamiliesSQL
import SQL
import SQLTestSupport
import Testing

@Suite("Who may", .onEveryEngine)
struct PolicyMatrixTests {
    typealias Families = TestFamilies

    private let families: TestFamilies
    private let rows: FamilyRows
    private var matrix: PolicyMatrix { PolicyMatrix(families: families) }

    init() throws {
        families = try TestFamilies()
        rows = try FamilyRows()
    }

    @Test("every role reads and writes what the contract says, by whatever way, and nothing else")
    func everyRole() throws {
        let mismatches = try matrix.mismatches(rows)
        #expect(mismatches.isEmpty, "\(mismatches.prefix(10).joined(separator: "\n"))")
    }

    @Test("every role is answered what it may know by calls, and told of changes that it may read")
    func callsAndChanges() throws {
        #expect(try matrix.callMismatches(rows) == [])
        #expect(try matrix.changeMismatches(rows) == [])
    }

    @Test(
        "without its policy for reading, calls and changes show a table's rows to others",
        arguments: ["artwork_reactions", "family_members", "artworks"])
    func removedPoliciesOfCalls(table: String) throws {
        let policies = try StorytellingPolicies.make(for: StorytellingSchema.make())
        let open = try FamilyRows(policies: policies.replacing(.select, of: table, with: .always))
        #expect(try !matrix.changeMismatches(open).isEmpty)
        if table == "artwork_reactions" { #expect(try !matrix.callMismatches(open).isEmpty) }
    }

    @Test("a listener's filter is one of the table's")
    func filteredChanges() throws {
        let change = FamilyChange(
            sequence: 1, at: Timestamp(milliseconds: 0), table: "artwork_comments", verb: .insert, row: Families.id(41),
            family: Families.lovelaces)
        func record(_ filter: String) throws -> ChangeRecord? {
            let request = try RowRequest(QueryString.parameters(of: filter))
            return try families.database.readBlocking {
                try rows.record(of: change, matching: request, as: Caller(user: Families.cleo), $0)
            }
        }
        #expect(try record("artwork_id=eq.\(Families.sun)") != nil)
        #expect(try record("artwork_id=eq.\(Families.sea)") == nil)
        #expect(throws: RowQueryError.self) { try record("family_id=eq.\(Families.lovelaces)") }
    }

    /// The rules of the policies, each with the verbs that it answers for.
    static let rules: [(table: String, verb: TablePolicy.Verb)] =
        PolicyMatrix.tables.flatMap { table in
            [TablePolicy.Verb.select, .insert, .update, .delete].map { (table, $0) }
        } + [("family_members", .updateTo)]

    @Test("without any one of its policies the matrix fails", arguments: rules)
    func removedPolicies(table: String, verb: TablePolicy.Verb) throws {
        let schema = try StorytellingSchema.make()
        var policies = try StorytellingPolicies.make(for: schema).replacing(verb, of: table, with: .always)
        // Where both say the same, either of them would do.
        if verb == .update, table != "family_members" {
            policies = policies.replacing(.updateTo, of: table, with: .always)
        }
        // Whoever may read an invite may delete it: the rule for reading would hide that the other is gone.
        if verb == .delete, table == "family_invites" {
            policies = policies.replacing(.select, of: table, with: .always)
        }
        let open = try FamilyRows(policies: policies)
        #expect(try !matrix.mismatches(open, verbs: [verb == .updateTo ? .update : verb], first: true).isEmpty)
    }

    /// A request about a row; the same request about a hidden one and about one that does not exist.
    private func pair(_ user: String?, _ ask: (String) -> Families.Ask, _ hidden: String, _ absent: String) throws {
        let first = try traced(user, ask(hidden))
        let second = try traced(user, ask(absent))
        #expect(first.outcome == second.outcome)
        #expect(first.statements == second.statements)
        #expect(!first.statements.isEmpty)
    }

    private func traced(
        _ user: String?, _ ask: Families.Ask
    ) throws -> (outcome: Families.Outcome, statements: [String]) {
        var statements: [String] = []
        let outcome = try families.attempt(rows, as: user) { rows, context, db in
            let traced = TracedSession(db)
            defer { statements = traced.statements }
            return try ask(rows, context, traced)
        }
        return (outcome, statements)
    }

    @Test(
        "a hidden row and an absent one give the same bytes by the same statements",
        arguments: Families.Role.allCases.filter { $0 != .stranger })
    func hiddenAndAbsent(role: Families.Role) throws {
        let user = role.user
        for table in PolicyMatrix.tables {
            let hidden = PolicyMatrix.hidden[table] ?? ""
            let absent = Families.id(700, "eeeeeeee")
            let column = table == "pictures" ? "document" : table == "artwork_comments" ? "text" : "id"
            let value = table == "artwork_comments" ? "x" : Families.free
            try pair(user, { Families.get(table, "id=eq.\($0)", counted: true) }, hidden, absent)
            try pair(user, { Families.get(table, "select=id&id=in.(\($0))&limit=1") }, hidden, absent)
            try pair(user, { Families.patch(table, "id=eq.\($0)", #"{"\#(column)":"\#(value)"}"#) }, hidden, absent)
            try pair(user, { Families.delete(table, "id=eq.\($0)") }, hidden, absent)
        }
        for (table, query) in PolicyMatrix.embeds where !query.contains("eq.") {
            let absent = Families.id(700, "eeeeeeee")
            try pair(
                user, { Families.get(table, "\(query)&id=eq.\($0)") }, PolicyMatrix.hidden[table] ?? "", absent)
        }
        let absent = Families.id(700, "eeeeeeee")
        for artwork in [Families.secret, Families.gone] {
            try pair(
                user, { Families.post("artwork_comments", #"{"artwork_id":"\#($0)","text":"Hi"}"#) }, artwork, absent)
            try pair(
                user, { Families.post("artwork_reactions", #"{"artwork_id":"\#($0)","emoji_type":"star"}"#) }, artwork,
                absent)
            try pair(
                user, { Families.call("get_artwork_reaction_counts", #"{"artwork_uuid":"\#($0)"}"#) }, artwork, absent)
            try pair(
                user, { Families.call("user_has_reacted", #"{"artwork_uuid":"\#($0)","emoji":"heart"}"#) }, artwork,
                absent)
        }
        try pair(
            user,
            {
                Families.post(
                    "artworks", #"{"child_id":"\#($0)","title":"T","image_url":"x","created_date":"2026-01-01"}"#)
            },
            Families.zoe, absent)
        try pair(
            user,
            {
                Families.post(
                    "artworks",
                    #"{"child_id":"\#(Families.mia)","title":"T","image_url":"\#($0)","created_date":"2026-01-01"}"#)
            }, Families.eves + "/Qx7.jpg", Families.eves + "/none.jpg")
        try pair(
            user, { Families.patch("artworks", "id=eq.\(Families.sun)", #"{"child_id":"\#($0)"}"#) }, Families.zoe,
            absent)
        try pair(
            user, { Families.post("children", #"{"family_id":"\#($0)","name":"X"}"#) }, Families.eves, absent)
        try pair(user, { Families.call("get_family_role", #"{"family_uuid":"\#($0)"}"#) }, Families.eves, absent)
        try pair(user, { Families.call("get_deleted_artworks", #"{"family_uuid":"\#($0)"}"#) }, Families.eves, absent)
        try pair(user, { Families.call("restore_artwork", #"{"artwork_uuid":"\#($0)"}"#) }, Families.secret, absent)
    }

    @Test("the table of pictures cannot be named by requests for rows")
    func hiddenTables() throws {
        for table in ["pictures", "documents"] {
            let outcome = try families.attempt(rows, as: Families.ada) { rows, context, db in
                try Families.Outcome(
                    text: "\(rows.read(table, RowRequest(), as: context.caller, db))")
            }
            #expect(outcome.code == .unknownTable)
        }
    }

    @Test("hidden columns are neither read, nor compared with, nor written")
    func hiddenColumns() throws {
        for (table, column) in [
            ("artworks", "deleted_at"), ("artworks", "document"), ("artwork_comments", "family_id"),
        ] {
            for ask in [
                Families.get(table, "select=\(column)"), Families.get(table, "\(column)=is.null"),
                Families.get(table, "order=\(column)"),
            ] {
                #expect(try families.attempt(rows, as: Families.ada, ask).code == .unknownColumn)
            }
            let write = Families.patch(table, "id=neq.\(Families.id(1))", #"{"\#(column)":null}"#)
            #expect(try families.attempt(rows, as: Families.ada, write).code == .unknownWrittenColumn)
        }
    }
}
