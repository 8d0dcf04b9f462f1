package import FormModel

/// Something that another edition of a form prints differently from the known one.
package struct EditionDifference: Sendable, Hashable {
    /// What differs.
    package enum Kind: Sendable, Hashable {
        /// Other words in the same place.
        case wording(known: String, seen: String)
        /// Words or signs that look different in the same place, and could not be read.
        case changed(known: String?)
        /// Print that is not there.
        case missing(known: String?)
        /// A rule or box that the known page lacks, with the words beside it.
        case added(seen: String?)
        /// A rule or word in another place; the distance is in points.
        case moved(right: Double, down: Double)
    }

    package var kind: Kind
    /// The place on the displayed page seen, in points.
    package var region: Region
    /// The part of the page, such as "at the top right".
    package var part: String
    /// The known page's numbers in a place that looks different.
    ///
    /// They may be the same after all, which only reading tells.
    package var numbers: [PrintedWord]

    init(_ kind: Kind, region: Region, on size: PageSize, numbers: [PrintedWord] = []) {
        self.kind = kind
        self.region = region
        self.numbers = numbers
        let row = region.midY < size.height * 0.15 ? "top" : region.midY > size.height * 0.85 ? "bottom" : ""
        let column = region.midX < size.width / 3 ? "left" : region.midX > size.width * 2 / 3 ? "right" : "middle"
        part = row.isEmpty ? (column == "middle" ? "in the middle" : "on the \(column)") : "at the \(row) \(column)"
    }

    /// The difference as a sentence for a person who compares both pages.
    package var description: String {
        switch kind {
        case .wording(let known, let seen): "“\(seen)” is printed \(part), where the known form has “\(known)”."
        case .changed(let known?): "The print \(part), where the known form has “\(known)”, is different."
        case .changed(nil): "The print \(part) is different."
        case .missing(let known?): "“\(known)” is missing \(part)."
        case .missing(nil): "Print is missing \(part)."
        case .added(let seen?): "A line or box \(part) is new, with “\(seen)” beside it."
        case .added(nil): "A line or box \(part) is new."
        case .moved(let right, let down):
            "Print \(part) is in another place: "
                + [Self.distance(right, "right", "left"), Self.distance(down, "down", "up")].compactMap { $0 }
                .joined(separator: " and ") + "."
        }
    }

    private static func distance(_ points: Double, _ positive: String, _ negative: String) -> String? {
        guard abs(points) >= 0.5 else { return nil }
        return "\(Int(abs(points).rounded())) pt \(points > 0 ? positive : negative)"
    }
}
