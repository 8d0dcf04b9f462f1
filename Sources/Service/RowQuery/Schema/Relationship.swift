/// A relationship between two tables along a foreign key, in one direction.
struct Relationship: Hashable {
    /// The foreign key.
    let key: ForeignKey
    /// The table at its start.
    let origin: String
    /// The table at its end.
    let target: String
    /// The number of rows possible at each end.
    let cardinality: Cardinality
    /// Pairs of equal columns of the target and the origin.
    let links: [Link]

    enum Cardinality: String {
        case manyToOne = "many-to-one"
        case oneToMany = "one-to-many"
        case oneToOne = "one-to-one"

        var isToOne: Bool { self != .oneToMany }
    }

    /// Returns the relationships between visible tables, by the name of the origin.
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

    /// Whether the foreign key belongs to the origin.
    private var isForward: Bool { origin != target ? target == key.table : links.map(\.ours) == key.columns }

    /// Returns whether the name of an embed denotes this relationship.
    func matches(_ name: String) -> Bool {
        target == name || key.name == name || (isForward && key.columns == [name])
    }

    /// Returns whether a hint after `!` denotes this relationship.
    func matches(hint: String) -> Bool { key.name == hint || key.columns == [hint] }

    /// The description of this relationship in the error about an ambiguous embed.
    var choice: RowQueryError.RelationshipChoice {
        let ours = links.map(\.ours).joined(separator: ", ")
        let theirs = links.map(\.theirs).joined(separator: ", ")
        return RowQueryError.RelationshipChoice(
            cardinality: cardinality.rawValue,
            relationship: "\(key.name) using \(origin)(\(ours)) and \(target)(\(theirs))",
            embedding: "\(origin) with \(target)")
    }
}
