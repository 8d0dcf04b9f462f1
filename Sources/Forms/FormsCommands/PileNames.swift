import Foundation

/// The names of the files of one run.
///
/// A copy in `pile.pdf` must not have the name of another file, such as `pile (2).pdf`.
struct PileNames: Codable, Sendable {
    /// The stems of copies by those of their files.
    ///
    /// It has only files whose copies would have the names of others.
    private var others: [String: String] = [:]

    /// What distinguishes such copies from the other file.
    private static let distinction = " copy"

    /// Takes the paths of all files of a run.
    init(_ paths: [String]) {
        let stems = Set(paths.map(PileName.stem))
        let numbered = Set(stems.compactMap(Self.withoutNumber))
        for stem in stems where numbered.contains(stem) {
            var free = stem + Self.distinction
            while numbered.contains(free) || stems.contains(free) { free += Self.distinction }
            others[stem] = free
        }
    }

    /// Returns the name of a file among the others.
    func name(of path: String) -> PileName { PileName(path, stem: others[PileName.stem(of: path)]) }

    /// Returns `pile` for `pile (2)`; nil without such a number.
    private static func withoutNumber(_ stem: String) -> String? {
        guard stem.hasSuffix(")"), let start = stem.range(of: " (", options: .backwards) else { return nil }
        let number = stem[start.upperBound...].dropLast()
        guard !number.isEmpty, number.allSatisfy({ $0.isASCII && $0.isNumber }) else { return nil }
        return String(stem[..<start.lowerBound])
    }
}
