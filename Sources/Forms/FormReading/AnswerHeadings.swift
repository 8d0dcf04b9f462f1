import FormModel

/// What heads the columns of a table of answers.
package enum AnswerHeadings: String, Sendable, Hashable, CaseIterable {
    /// The names of the fields.
    case names
    /// The labels of the fields, as a person reads them on the form.
    case labels

    /// Returns the headings of columns, each different from the others.
    ///
    /// Fields with one label are told apart as keys are: by their sections (`Spouse / Name`), or by their places in
    /// reading order (`Name#2`), so that the table can be filled in again.
    package func texts(of columns: [AnswerColumn]) -> [String] {
        guard self == .labels else { return columns.map(\.name) }
        let labels = columns.map { Self.line($0.label) }
        let places = Dictionary(grouping: labels.indices) { labels[$0] }
        var texts = labels
        for (label, places) in places where places.count > 1 {
            let sections = places.map { columns[$0].fields.first?.section.map(Self.line) ?? "" }
            let areDistinct = Set(sections).count == sections.count && !sections.contains("")
            for (number, place) in places.enumerated() {
                texts[place] = areDistinct ? "\(sections[number]) / \(label)" : "\(label)#\(number + 1)"
            }
        }
        // A label can be what another one has become.
        var taken: Set<String> = []
        for place in texts.indices {
            while !taken.insert(texts[place]).inserted { texts[place] += " (\(columns[place].name))" }
        }
        return texts
    }

    /// Returns a text as one line.
    private static func line(_ text: String) -> String {
        text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
}
