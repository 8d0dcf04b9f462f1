/// The identity of a series: the name of its family, and its labels in order.
struct SeriesID: Hashable, Comparable {
    struct Label: Hashable {
        let name: String
        let value: String
    }

    let name: String
    let labels: [Label]

    init(_ label: String, suffix: String = "", _ dimensions: [(String, String)]) {
        let name = Self.valid(label)
        self.name = name.hasSuffix(suffix) ? name : name + suffix
        labels = dimensions.map { Label(name: Self.valid($0.0), value: $0.1) }.sorted { $0.name < $1.name }
    }

    static func < (a: SeriesID, b: SeriesID) -> Bool {
        if a.name != b.name { return a.name < b.name }
        return a.labels.lexicographicallyPrecedes(b.labels) { ($0.name, $0.value) < ($1.name, $1.value) }
    }

    /// Replaces characters that make a name other than `[a-zA-Z_][a-zA-Z0-9_]*`.
    private static func valid(_ text: String) -> String {
        let name = String(text.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" })
        return name.first?.isNumber ?? true ? "_" + name : name
    }
}
