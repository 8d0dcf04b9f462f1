/// Finds the name that a person may have meant.
package enum NearestName {
    /// Returns the name with the smallest edit distance, whatever the case; nil if all are far off.
    ///
    /// A name whose last level is right counts as nearest. Of several the first in the order of the alphabet is taken.
    package static func nearest(to name: String, in names: some Sequence<String>) -> String? {
        let wanted = Array(name.lowercased().prefix(256))
        let lastLevel = Array(wanted.split(separator: "/").last ?? [])
        var best: (distance: Int, name: String)?
        for candidate in names.sorted(by: { $0.unicodeScalars.lexicographicallyPrecedes($1.unicodeScalars) }) {
            let letters = Array(candidate.lowercased().prefix(256))
            let limit = max(2, max(wanted.count, letters.count) / 2)
            var distance = abs(letters.count - wanted.count) > limit ? limit + 1 : editDistance(wanted, letters)
            if letters.split(separator: "/").last.map(Array.init) == lastLevel { distance = min(distance, 1) }
            guard distance <= limit, distance < best?.distance ?? .max else { continue }
            best = (distance, candidate)
        }
        return best?.name
    }

    /// The number of letters to insert, remove or replace (Levenshtein 1966).
    private static func editDistance(_ left: [Character], _ right: [Character]) -> Int {
        var previous = Array(0...right.count)
        for (row, letter) in left.enumerated() {
            var current = [row + 1]
            for (column, other) in right.enumerated() {
                current.append(
                    min(previous[column + 1] + 1, current[column] + 1, previous[column] + (letter == other ? 0 : 1)))
            }
            previous = current
        }
        return previous[right.count]
    }
}
