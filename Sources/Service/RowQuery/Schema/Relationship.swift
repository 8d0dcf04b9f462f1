/// A way from the rows of a table to those of another, along a foreign key in one of its directions.
struct Relationship: Hashable {
    /// The foreign key.
    let key: ForeignKey
    /// The table from which it starts.
    let origin: String
    /// The table to which it leads.
    let target: String
    /// How many rows there may be at its end.
    let cardinality: Cardinality
    /// Equal columns: the target's, and the origin's.
    let links: [Link]

    enum Cardinality: String {
        case manyToOne = "many-to-one"
        case oneToMany = "one-to-many"
        case oneToOne = "one-to-one"

        var isToOne: Bool { self != .oneToMany }
    }

    /// Returns the ways from each table that clients may name to others, by its name.
    static func all(of tables: [Table]) -> [String: [Relationship]] {
        var all: [String: [Relationship]] = [:]
        let visible = tables.filter { !$0.isHidden }
        for table in visible {
            for key in table.foreignKeys where visible.contains(where: { $0.name == key.table }) {
                let isUnique = table.isUnique(key.columns)
                all[table.name, default: []].append(
                    Relationship(
                        key: key, origin: table.name, target: key.table, cardinality: isUnique ? .oneToOne : .manyToOne,
                        links: zip(key.keys, key.columns).map { Link($0, equals: $1) }))
                all[key.table, default: []].append(
                    Relationship(
                        key: key, origin: key.table, target: table.name,
                        cardinality: isUnique ? .oneToOne : .oneToMany,
                        links: zip(key.columns, key.keys).map { Link($0, equals: $1) }))
            }
        }
        return all
    }

    /// Whether the foreign key's own columns are the origin's.
    private var isForward: Bool { origin != target ? target == key.table : links.map(\.ours) == key.columns }

    /// Whether an embed's name means this way.
    func matches(_ name: String) -> Bool {
        target == name || key.name == name || (isForward && key.columns == [name])
    }

    /// Whether a hint after `!` means this way.
    func matches(hint: String) -> Bool { key.name == hint || key.columns == [hint] }

    /// What an ambiguous embed's error says about it.
    var choice: RowQueryError.RelationshipChoice {
        let ours = links.map(\.ours).joined(separator: ", ")
        let theirs = links.map(\.theirs).joined(separator: ", ")
        return RowQueryError.RelationshipChoice(
            cardinality: cardinality.rawValue,
            relationship: "\(key.name) using \(origin)(\(ours)) and \(target)(\(theirs))",
            embedding: "\(origin) with \(target)")
    }
}
