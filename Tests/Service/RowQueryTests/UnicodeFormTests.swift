import RowQuery
import Testing

@Suite("Texts in other Unicode forms") struct UnicodeFormTests {
    private static let (composed, decomposed) = ("caf\u{E9}", "cafe\u{301}")

    @Test("are other values, as for a database")
    func values() {
        #expect(Self.composed == Self.decomposed)
        #expect(Value.text(Self.composed) != .text(Self.decomposed))
        #expect(Value.list([Self.composed, nil]) != .list([Self.decomposed, nil]))
        #expect(Value.list([Self.composed, nil]) == .list([Self.composed, nil]))
        #expect(Set([Value.text(Self.composed), .text(Self.decomposed), .text(Self.composed)]).count == 2)
    }

    @Test("are other keys of an object")
    func keys() throws {
        let json = "{\"\(Self.composed)\":1,\"\(Self.decomposed)\":2,\"\(Self.composed)\":3}"
        let object = try #require(try JSONValue(parsing: Array(json.utf8), limits: QueryLimits()).object)
        #expect(object.members.map(\.value) == [.number("2"), .number("3")])
        #expect(object[Self.composed] == .number("3") && object[Self.decomposed] == .number("2"))
    }

    @Test("are another key in the body of a PUT than in its address")
    func put() throws {
        let schema = try Schema(tables: [Table("places", columns: [Column("name", .text)], primaryKey: "name")])
        let rule = TablePolicy(select: .always, insert: .always, update: .always)
        let planner = RowPlanner(schema: schema, policies: try Policies(["places": rule], for: schema))
        func put(_ name: String) throws -> RowQueryError.Code? {
            try code {
                try planner.put(
                    into: "places", .object(["name": .text(name)]),
                    RowRequest(QueryString.parameters(of: "name=eq.caf%C3%A9")),
                    in: WriteContext(caller: .anonymous, now: 0) { "" })
            }
        }
        #expect(try put(Self.composed) == nil)
        #expect(try put(Self.decomposed) == .differentKey)
    }
}
