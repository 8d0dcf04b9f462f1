import RowQuery
import RowQuerySQL
import SQL
import SQLTestSupport
import TestSupport
import Testing

/// Makes query strings that are mostly right.
struct QueryGenerator {
    private var random: SeededGenerator
    /// Whether the order of all rows is said, and leaves none to the engine.
    private let ordersAll: Bool

    init(seed: UInt64, ordersAll: Bool = false) {
        random = SeededGenerator(seed: seed)
        self.ordersAll = ordersAll
    }

    private static let columns: [String: [String]] = [
        "families": ["id", "name", "created_by", "created_at"],
        "family_members": ["id", "family_id", "user_id", "role", "nickname", "joined_at"],
        "children": ["id", "family_id", "name", "birth_date", "height", "avatar_color", "color", "initial"],
        "artworks": [
            "id", "child_id", "title", "story", "image_url", "created_date", "tags", "pages", "is_favorite",
            "uploaded_at",
        ],
        "artwork_reactions": ["id", "artwork_id", "user_id", "emoji_type"],
        "artwork_comments": ["id", "artwork_id", "text", "created_at", "user_nickname"],
    ]
    private static let embeds: [String: [String]] = [
        "families": ["children", "artworks", "family_members"], "family_members": ["families"],
        "children": ["families", "artworks"],
        "artworks": ["families", "children", "artwork_comments", "artwork_reactions", "follows_id"],
        "artwork_reactions": ["artworks"], "artwork_comments": ["artworks"],
    ]
    /// The embeds of one row.
    private static let parents: [String: [String]] = [
        "family_members": ["families"], "children": ["families"], "artworks": ["families", "children", "follows_id"],
        "artwork_reactions": ["artworks"], "artwork_comments": ["artworks"],
    ]
    private static let values = [
        "", "Sun", "1", "2.5", "-7", "true", "2025-06-01", "2026-01-31T09:30:00Z", "{sky}", "{a,\"b c\",NULL}",
        "%25a*_",
        Families.sun, Families.ada, "null", "x%22y", "%F0%9F%8E%A8", "a%5C%5Cb",
    ]

    mutating func table() -> String { pick(Self.columns.keys.sorted()) }

    mutating func query(of table: String) -> String {
        var parts: [String] = []
        let (select, keys, paths) = select(table, depth: 0)
        if keys != nil || chance(80) { parts.append("select=\(select)") }
        for (path, target, keys) in [("", table, keys)] + paths where ordersAll || chance(70) {
            let prefix = path.isEmpty ? "" : path + "."
            for _ in 0..<Int.random(in: 0...2, using: &random) {
                parts.append("\(prefix)\(place(target))=\(test(inTree: false))")
            }
            if chance(30) {
                parts.append("\(prefix)\(chance(30) ? "not." : "")\(pick(["and", "or"]))=\(group(target, depth: 0))")
            }
            if let keys {
                // Groups are ordered by their keys, and all of them if no order is left to the engine.
                let ordered = ordersAll ? keys : keys.filter { _ in chance(50) }
                if !ordered.isEmpty {
                    parts.append("\(prefix)order=\(ordered.map { $0 + pick(["", ".desc"]) }.joined(separator: ","))")
                }
            } else if ordersAll || chance(40) {
                let order = "\(place(target))\(pick(["", ".desc", ".asc.nullsfirst", ".nullslast"]))"
                parts.append("\(prefix)order=\(order)\(ordersAll ? ",id" : "")")
            }
            if chance(30) { parts.append("\(prefix)limit=\(Int.random(in: 0...3, using: &random))") }
            if chance(20) { parts.append("\(prefix)offset=\(Int.random(in: 0...2, using: &random))") }
        }
        return parts.joined(separator: "&")
    }

    /// Returns a text with some of its bytes replaced, removed or doubled.
    mutating func damaged(_ text: String) -> String {
        var bytes = Array(text.utf8)
        for _ in 0..<Int.random(in: 1...4, using: &random) where !bytes.isEmpty {
            let place = Int.random(in: 0..<bytes.count, using: &random)
            switch Int.random(in: 0..<3, using: &random) {
            case 0: bytes[place] = pick(Array("(){},.:!*\"\\&=%-> 0a_".utf8))
            case 1: bytes.remove(at: place)
            default: bytes.insert(contentsOf: bytes[place..<min(bytes.count, place + 12)], at: place)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Returns a selection, the keys of its groups if it has aggregates, and the paths of its embeds with their tables.
    private mutating func select(
        _ table: String, depth: Int
    ) -> (String, [String]?, [(String, String, [String]?)]) {
        var items: [String] = []
        var paths: [(String, String, [String]?)] = []
        if chance(10) { return (pick(["count()", "n:count()", "count"]), [], []) }
        if chance(12) { return groups(table) }
        if chance(40) { items.append("*") }
        for _ in 0..<Int.random(in: 0...3, using: &random) { items.append(column(table)) }
        if chance(25) { items.append("v:\(place(table))\(chance(50) ? "::" + type() : "")") }
        if chance(15), let embed = Self.parents[table]?.randomElement(using: &random) {
            let target = embed == "follows_id" ? "artworks" : embed
            items.append("...\(embed)(s1:\(column(target)),s2:\(place(target)))")
        }
        if depth < 2, chance(60), let embed = Self.embeds[table]?.randomElement(using: &random) {
            let target = embed == "follows_id" ? "artworks" : embed
            let (inner, keys, innerPaths) = select(target, depth: depth + 1)
            let alias = chance(20) ? "e:" : ""
            items.append("\(alias)\(embed)\(chance(30) ? "!inner" : "")(\(inner))")
            paths.append((embed, target, keys))
            paths += innerPaths.map { ("\(embed).\($0.0)", $0.1, $0.2) }
        }
        return (items.isEmpty ? "*" : items.joined(separator: ","), nil, paths)
    }

    private static let types = [
        "int", "bigint", "numeric", "float", "bool", "date", "timestamptz", "json", "uuid", "nonsense",
    ]

    /// Returns a type to which most values can be cast, or a random one.
    private mutating func type() -> String { chance(70) ? "text" : pick(Self.types) }

    private mutating func groups(_ table: String) -> (String, [String]?, [(String, String, [String]?)]) {
        let keys = (0..<Int.random(in: 0...2, using: &random)).map { _ in place(table) }
        var items = keys.enumerated().map { "k\($0.offset):\($0.element)" }
        for number in 0..<Int.random(in: 1...3, using: &random) {
            let function = pick(["count", "count", "max", "min", chance(30) ? "sum" : "count"])
            let cast = chance(40) ? "::" + type() : ""
            items.append("a\(number):\(place(table))\(cast).\(function)()\(chance(30) ? "::" + type() : "")")
        }
        return (items.joined(separator: ","), Array(Set(keys)).sorted(), [])
    }

    /// Returns a column, or a place inside of it.
    private mutating func place(_ table: String) -> String {
        guard chance(15) else { return column(table) }
        let column = table == "artworks" && chance(70) ? "tags" : column(table)
        return column + pick(["->0", "->>0", "->-1", "->>1", "->a", "->>a", "->0->>b", "->>0->1"])
    }

    private mutating func group(_ table: String, depth: Int) -> String {
        let members = (0..<Int.random(in: 1...3, using: &random)).map { _ in
            if depth < 3, chance(25) {
                return (chance(30) ? "not." : "") + pick(["and", "or"]) + group(table, depth: depth + 1)
            }
            return column(table) + "." + test(inTree: true)
        }
        return "(" + members.joined(separator: ",") + ")"
    }

    private mutating func test(inTree: Bool) -> String {
        let negation = chance(20) ? "not." : ""
        switch Int.random(in: 0..<10, using: &random) {
        case 0: return negation + "is." + pick(["null", "not_null", "true", "false", "unknown"])
        case 1, 2: return negation + "in.(" + pick(Self.values) + ",%22" + pick(["a,b", "Sun"]) + "%22)"
        case 3: return negation + pick(["like", "ilike"]) + "." + pick(Self.values)
        case 4: return negation + pick(["cs", "cd", "ov"]) + "." + pick(["{sky}", "{}", "{a,NULL}", "{sky,water}"])
        case 5:
            let word = pick(["eq", "gt", "lte", "like", "ilike"]) + pick(["(any)", "(all)"])
            return negation + word + "." + pick(["{1,2}", "{Sun,Sea}", "{}", "{%25a*}", "{2025-06-01}"])
        default:
            return negation + pick(["eq", "neq", "gt", "gte", "lt", "lte", "isdistinct"]) + "." + pick(Self.values)
        }
    }

    private mutating func column(_ table: String) -> String { pick(Self.columns[table] ?? ["id"]) }

    private mutating func pick<Item>(_ items: [Item]) -> Item { items[Int.random(in: 0..<items.count, using: &random)] }

    private mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &random) < percent }
}

@Suite("Random queries", .onEveryEngine)
struct RandomQueryTests {
    private let families: Families

    init() throws {
        families = try Families()
    }

    @Test("every query is answered or refused with a code, and shows nothing of another family")
    func answers() throws {
        var generator = QueryGenerator(seed: 15)
        var answered = 0
        var codes: [RowQueryError.Code: Int] = [:]
        for _ in 0..<4_000 {
            let table = generator.table()
            let query = generator.query(of: table)
            do {
                let result = try families.get(table, query, prefer: "count=exact")
                answered += 1
                let text = String(decoding: result.array, as: UTF8.self)
                #expect(!text.contains(Families.eves) && !text.contains("Secret"), "\(table)?\(query)")
            } catch let error as RowQueryError {
                codes[error.code, default: 0] += 1
            } catch {
                Issue.record("\(table)?\(query): \(error)")
            }
        }
        // The test is worth little if most queries are refused.
        #expect(answered > 1_000, "\(codes)")
    }

    @Test("every damaged query is answered or refused with a code")
    func damaged() throws {
        var generator = QueryGenerator(seed: 16)
        for _ in 0..<5_000 {
            let table = generator.table()
            let query = generator.damaged(generator.query(of: table))
            do {
                _ = try families.get(table, query)
            } catch is RowQueryError {
            } catch {
                Issue.record("\(table)?\(query): \(error)")
            }
        }
    }

    @Test("each answer is JSON with as many rows as are counted")
    func counted() throws {
        var generator = QueryGenerator(seed: 17)
        for _ in 0..<1_000 {
            let table = generator.table()
            guard let result = try? families.get(table, generator.query(of: table), prefer: "count=exact") else {
                continue
            }
            var limits = QueryLimits()
            limits.bodyDepth = 16
            guard case .list(let rows) = try JSONValue(parsing: result.array, limits: limits) else {
                Issue.record("An answer is no array.")
                continue
            }
            #expect(rows.count == result.range.count)
            #expect(rows.count <= result.range.total ?? 0)
        }
    }
}
