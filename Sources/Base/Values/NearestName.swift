/// Finds the name that a person may have meant.
package enum NearestName {
    /// Returns the first of the nearest names; nil if all are too far off.
    ///
    /// - Parameters:
    ///   - names: the names in order of preference.
    ///   - distance: returns the distance of a name from the written one, or nil if it is too great.
    /// - Returns: the name.
    package static func first(of names: some Sequence<String>, distance: (String) -> Int?) -> String? {
        var best: (distance: Int, name: String)?
        for name in names {
            guard let distance = distance(name), distance < best?.distance ?? .max else { continue }
            best = (distance, name)
        }
        return best?.name
    }
}
