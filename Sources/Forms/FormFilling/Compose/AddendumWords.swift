package import FormModel

/// The printed references between a form and its added pages.
package enum AddendumWords {
    /// The first words of most references.
    package static let referenceStart = "see addend"

    /// Returns the wordings of a reference, from longest to shortest.
    static func references(to number: Int) -> [String] {
        ["see addendum \(number)", "addendum \(number)", "add. \(number)"]
    }

    /// Returns the number that a field's text refers to; nil for any other text.
    package static func number(referredToBy text: String) -> Int? {
        let words = text.split(whereSeparator: \.isWhitespace)
        guard let number = words.last.flatMap({ Int($0) }), number > 0 else { return nil }
        return references(to: number).contains(words.joined(separator: " ")) ? number : nil
    }

    /// Returns the heading of a value.
    package static func heading(_ number: Int, label: String, page: Int) -> String {
        "\(headingStart(number)) \(label), page \(page + 1)"
    }

    /// Returns the words in front of the label in the heading of a value.
    package static func headingStart(_ number: Int) -> String { "Addendum \(number):" }

    /// Returns the words in a heading that label a field.
    package static func label(of field: Field) -> String { field.label.isEmpty ? field.name : field.label }

    /// The words at the foot of an added page before its number and their count.
    package static let foot = (before: "Addendum, page ", between: " of ")
}
