/// A relationship between two tables along foreign keys, in one direction.
struct Relationship: Hashable {
    /// The foreign key; of a junction, the one to the origin.
    let key: ForeignKey
    /// The table at its start.
    let origin: String
    /// The table at its end.
    let target: String
    /// The number of rows possible at each end.
    let cardinality: Cardinality
    /// Pairs of equal columns of the target and the origin; none through a junction.
    let links: [Link]
    /// The table between origin and target; nil for a direct foreign key.
    let junction: Junction?

    enum Cardinality: String {
        case manyToOne = "many-to-one"
        case oneToMany = "one-to-many"
        case oneToOne = "one-to-one"
        case manyToMany = "many-to-many"

        var isToOne: Bool { self == .manyToOne || self == .oneToOne }
    }

    /// A table with references to both ends of a relationship.
    ///
    /// The referring columns are part of its key.
    struct Junction: Hashable {
        /// The table.
        let table: String
        /// The foreign key to the target.
        let other: ForeignKey
        /// Pairs of equal columns of the junction and the origin.
        let originLinks: [Link]
        /// Pairs of equal columns of the junction and the target.
        let targetLinks: [Link]
    }

    private init(
        _ key: ForeignKey, from origin: String, to target: String, _ cardinality: Cardinality, _ links: [Link],
        through junction: Junction? = nil
    ) {
        self.key = key
        self.origin = origin
        self.target = target
        self.cardinality = cardinality
        self.links = links
        self.junction = junction
    }

    /// Returns the relationships between visible tables, by the name of the origin.
    static func all(of tables: [Table]) -> [String: [Relationship]] {
        var all: [String: [Relationship]] = [:]
        let visible = tables.filter { !$0.isHidden }
        let names = Set(visible.map(\.name))
        for table in visible {
            let keys = table.foreignKeys.filter { names.contains($0.table) }
            for key in keys {
                let isUnique = table.isUnique(key.columns)
                all[table.name, default: []].append(
                    Relationship(
                        key, from: table.name, to: key.table, isUnique ? .oneToOne : .manyToOne,
                        zip(key.keys, key.columns).map { Link($0, equals: $1) }))
                all[key.table, default: []].append(
                    Relationship(
                        key, from: key.table, to: table.name, isUnique ? .oneToOne : .oneToMany,
                        zip(key.columns, key.keys).map { Link($0, equals: $1) }))
            }
            for junction in junctions(table, keys) { all[junction.origin, default: []].append(junction) }
        }
        return all
    }

    /// Returns the relationships through a table.
    ///
    /// They lead between the targets of two foreign keys that are part of its own key.
    private static func junctions(_ table: Table, _ keys: [ForeignKey]) -> [Relationship] {
        let members = keys.filter { Set($0.columns).isSubset(of: table.key) }
        return members.flatMap { one in
            members.filter { $0 != one }.map { other in
                Relationship(
                    one, from: one.table, to: other.table, .manyToMany, [],
                    through: Junction(
                        table: table.name, other: other,
                        originLinks: zip(one.columns, one.keys).map { Link($0, equals: $1) },
                        targetLinks: zip(other.columns, other.keys).map { Link($0, equals: $1) }))
            }
        }
    }

    /// Whether it leads to rows of the same table that refer to the origin's.
    ///
    /// The table's name denotes these, and the referring column the others.
    var isToOwnReferrers: Bool { origin == target && junction == nil && links.map(\.theirs) == key.columns }

    /// Returns whether another one is the other direction of a self-reference.
    func isReverse(of other: Relationship) -> Bool {
        origin == target && other.origin == other.target && key == other.key && junction == nil && other.junction == nil
    }

    /// Returns whether the name of an embed denotes this relationship.
    func matches(_ name: String) -> Bool {
        if target == name { return true }
        guard junction == nil else { return false }
        return key.name == name || (cardinality.isToOne && !isToOwnReferrers && links.map(\.ours) == [name])
    }

    /// Returns whether a hint after `!` denotes this relationship.
    ///
    /// It is a foreign key, one of its columns, or the junction.
    func matches(hint: String) -> Bool {
        if let junction { return junction.table == hint }
        return key.name == hint || key.columns == [hint] || key.keys == [hint]
    }

    /// The way to choose it among several: the foreign key or the junction.
    var hint: String { junction?.table ?? key.name }

    /// The description of this relationship in the error about an ambiguous embed.
    var choice: RowQueryError.RelationshipChoice {
        let way: String
        if let junction {
            way =
                "\(junction.table) using \(key.name)(\(key.columns.joined(separator: ", "))) and "
                + "\(junction.other.name)(\(junction.other.columns.joined(separator: ", ")))"
        } else {
            let ours = links.map(\.ours).joined(separator: ", ")
            let theirs = links.map(\.theirs).joined(separator: ", ")
            way = "\(key.name) using \(origin)(\(ours)) and \(target)(\(theirs))"
        }
        return RowQueryError.RelationshipChoice(
            cardinality: cardinality.rawValue, relationship: way, embedding: "\(origin) with \(target)")
    }
}
