/// The name that somebody may have meant.
enum NearestName {
    /// Returns the most similar of some names; nil if none is similar.
    static func of(_ name: String, among names: [String]) -> String? {
        let written = Array(name.lowercased().utf8.prefix(64))
        let ranked = names.sorted().map { (name: $0, distance: distance(written, Array($0.utf8))) }
        guard let best = ranked.min(by: { $0.distance < $1.distance }) else { return nil }
        return best.distance <= max(1, written.count / 2) ? best.name : nil
    }

    /// Returns a name that a client wrote, cut to the length of a real one.
    static func shortened(_ name: String) -> String { String(decoding: name.utf8.prefix(63), as: UTF8.self) }

    /// The number of letters to insert, remove or replace.
    private static func distance(_ left: [UInt8], _ right: [UInt8]) -> Int {
        var row = Array(0...right.count)
        for (index, letter) in left.enumerated() {
            var diagonal = row[0]
            row[0] = index + 1
            for (place, other) in right.enumerated() {
                let replaced = diagonal + (letter == other ? 0 : 1)
                diagonal = row[place + 1]
                row[place + 1] = min(replaced, row[place] + 1, diagonal + 1)
            }
        }
        return row[right.count]
    }
}
