import Values

extension NearestName {
    /// Returns the nearest name, ignoring case; nil if all are too far off.
    ///
    /// A name with the right last level counts as nearest. Of several equally near names, the result is the first in
    /// alphabetical order.
    package static func nearest(to name: String, in names: some Sequence<String>) -> String? {
        let wanted = Array(name.lowercased().prefix(256))
        let lastLevel = Array(wanted.split(separator: "/").last ?? [])
        let sorted = names.sorted { $0.unicodeScalars.lexicographicallyPrecedes($1.unicodeScalars) }
        return first(of: sorted) { candidate in
            let letters = Array(candidate.lowercased().prefix(256))
            let distance = wanted.editDistance(to: letters, atMost: max(2, max(wanted.count, letters.count) / 2))
            let isOnLastLevel = letters.split(separator: "/").last.map(Array.init) == lastLevel
            return isOnLastLevel ? min(distance ?? 1, 1) : distance
        }
    }
}
