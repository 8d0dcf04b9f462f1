extension NearestName {
    /// Returns the most similar name; nil if none is similar.
    static func of(_ name: String, among names: [String]) -> String? {
        let written = Array(name.lowercased().utf8.prefix(64))
        return first(of: names.sorted()) {
            written.editDistance(to: Array($0.utf8), atMost: max(1, written.count / 2))
        }
    }

    /// Returns a client's name, truncated to the maximum length of an identifier.
    static func shortened(_ name: String) -> String { String(decoding: name.utf8.prefix(63), as: UTF8.self) }
}
