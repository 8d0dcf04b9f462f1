import FormImport

import FormModel
import Foundation

/// The texts that may refer to a field or a question.
///
/// They are its label and the text printed around it.
struct FieldNames {
    /// The relation of a text to the field.
    enum Role: Int, CaseIterable {
        /// The label, or the printed caption if the label is a tooltip.
        case label, caption
        /// The export value of a button, or the question that it answers.
        case option, question
        /// The heading of the field's row or column in a table.
        case row, column
        /// The column heading inherited from the field above.
        case inherited
        /// The label of the preceding field.
        case neighbour
        /// The heading of the section.
        case section
        /// Other text close to the field.
        case nearby

        /// The weight of a key word found in a text of this role.
        var weight: Double {
            switch self {
            case .label, .caption: 1
            case .option: 0.95
            case .question: 0.9
            case .row, .column: 0.85
            case .nearby: 0.8
            case .section: 0.75
            case .inherited: 0.72
            case .neighbour: 0.7
            }
        }

        /// Whether the text describes this field alone rather than its surroundings.
        var isOwn: Bool {
            switch self {
            case .label, .caption, .option, .question, .row, .column: true
            case .inherited, .neighbour, .section, .nearby: false
            }
        }
    }

    /// The words of each text.
    var texts: [(role: Role, words: [String])] = []
    /// The numbers at the beginning of label and caption, or else a number beside them.
    var ownNumbers: Set<String> = []
    /// The numbers of the row and the question.
    var nearNumbers: Set<String> = []
    /// The numbers of the enclosing items, and those printed nearby; used for proposals only.
    var containingNumbers: Set<String> = []

    mutating func add(_ text: String?, as role: Role) {
        guard let text, !text.isEmpty else { return }
        let words = KeyWords.of(text)
        if !words.isEmpty { texts.append((role, words)) }
        guard let number = Self.number(words) else { return }
        switch role {
        case .label, .caption: ownNumbers.insert(number)
        case .question, .row: nearNumbers.insert(number)
        default: break
        }
    }

    /// Returns the item number at the beginning of a text.
    ///
    /// Examples are "15.c. Total" and "Line 9: …".
    static func number(_ words: [String]) -> String? {
        let rest = words.drop(while: KeyWords.announcesNumber)
        guard let first = rest.first, words.count - rest.count <= 1, KeyWords.isNumber(first) else { return nil }
        return first
    }
}

extension FieldNames {
    /// Returns the names of all fields, in order.
    static func all(of fields: [Field]) -> [FieldNames] {
        let texts = ResolvedTexts(fields)
        var all = fields.indices.map { index in
            let field = fields[index]
            var names = FieldNames()
            names.add(field.label, as: .label)
            names.add(texts.caption(of: index), as: .caption)
            if field.group != nil { names.add(field.option, as: .option) }
            names.add(field.group?.label, as: .question)
            names.add(field.printedNames?.question, as: .question)
            names.add(texts[index].row, as: .row)
            names.add(texts[index].column, as: .column)
            names.add(texts[index].inherited, as: .inherited)
            names.add(texts.neighbour(of: index), as: .neighbour)
            names.add(field.section, as: .section)
            names.add(field.printedNames?.nearby, as: .nearby)
            if let number = texts[index].number {
                if names.ownNumbers.isEmpty { names.ownNumbers = [number] }
                names.nearNumbers.insert(number)
            }
            return names
        }
        ItemNumbers.add(to: &all, of: fields)
        return all
    }

    /// Returns the names of a question, given its choices and their names.
    static func question(_ label: String, choices: [Field], names: [FieldNames]) -> FieldNames {
        var question = FieldNames()
        question.add(label, as: .label)
        if let printed = choices.first?.printedNames {
            if printed.question != label { question.add(printed.question, as: .caption) }
            question.add(printed.row, as: .row)
            question.add(printed.column, as: .column)
        }
        question.add(choices.first?.section, as: .section)
        question.ownNumbers = names.reduce(into: question.ownNumbers) { $0.formUnion($1.ownNumbers) }
        question.containingNumbers = names.reduce(into: []) { $0.formUnion($1.containingNumbers) }
        return question
    }
}

/// The rows, columns and numbers of fields, including those inherited from neighbours.
///
/// A page often prints these for one field and means them for its neighbours too.
private struct ResolvedTexts {
    struct Texts {
        var row: String?
        var column: String?
        var inherited: String?
        var number: String?
    }

    private let fields: [Field]
    private var resolved: [Texts] = []
    /// The words of each label and of each printed caption.
    private let labels: [Set<String>]
    private let captions: [Set<String>]
    /// The fields of each page, from top to bottom and from left to right.
    private let pages: [Int: [Int]]

    subscript(index: Int) -> Texts { resolved[index] }

    init(_ fields: [Field]) {
        self.fields = fields
        labels = fields.map { Set(KeyWords.of($0.label).filter { !KeyWords.isFiller($0) }) }
        captions = fields.map { Set(KeyWords.of($0.printedNames?.caption ?? "").filter { !KeyWords.isFiller($0) }) }
        pages = Dictionary(grouping: fields.indices) { fields[$0].page }.mapValues { page in
            page.sorted {
                (fields[$0].region.bottom, fields[$0].region.left) < (fields[$1].region.bottom, fields[$1].region.left)
            }
        }
        // A doubtful label may be the text of the row or column itself.
        let known = Set(
            fields.filter { !$0.hasDoubtfulLabel }.flatMap { [$0.label, $0.printedNames?.caption ?? ""] }.map(
                LabelText.normalised
            ).filter {
                !$0.isEmpty
            })
        resolved = Array(repeating: Texts(), count: fields.count)
        for page in pages.values {
            for (place, index) in page.enumerated() {
                resolved[index] = texts(of: index, after: page[..<place], captions: known)
            }
        }
    }

    /// Returns the texts of a field, given the resolved texts of the fields before it.
    ///
    /// A text that is the caption of another field is not this field's own. That field is in the same row or column, so
    /// the texts printed for it apply to this one too.
    private func texts(of index: Int, after before: ArraySlice<Int>, captions known: Set<String>) -> Texts {
        let field = fields[index]
        var texts = Texts(
            row: field.printedNames?.row, column: field.printedNames?.column, number: field.printedNames?.number)
        if let column = texts.column.map(LabelText.normalised), known.contains(column) {
            texts.column = nil
            let above = nearestAbove(field, among: before.filter { names($0, contain: column) })
            texts.inherited = [
                field.printedNames?.column, above.flatMap { resolved[$0].column ?? resolved[$0].inherited },
            ]
            .compactMap(\.self).joined(separator: " ")
        }
        if texts.column == nil, texts.inherited == nil, let above = before.last(where: { isAbove($0, field) }) {
            texts.inherited = resolved[above].column ?? resolved[above].inherited
        }
        if let row = texts.row, known.contains(LabelText.normalised(row)),
            let left = before.last(where: { isInRow($0, of: field) && names($0, contain: LabelText.normalised(row)) })
        {
            texts.row = [row, resolved[left].row].compactMap(\.self).joined(separator: " ")
            texts.number = texts.number ?? resolved[left].number
        }
        return texts
    }

    /// Returns the nearest field above another, preferring the same column of the page.
    private func nearestAbove(_ field: Field, among indices: [Int]) -> Int? {
        func distance(_ index: Int) -> Double {
            field.region.top - fields[index].region.top + abs(field.region.left - fields[index].region.left)
        }
        return indices.filter { fields[$0].region.top < field.region.top }.min { distance($0) < distance($1) }
    }

    private func names(_ index: Int, contain text: String) -> Bool {
        LabelText.normalised(fields[index].label) == text
            || fields[index].printedNames?.caption.map(LabelText.normalised) == text
    }

    private func isInRow(_ index: Int, of field: Field) -> Bool {
        abs(fields[index].region.bottom - field.region.bottom) < 6 && fields[index].region.left < field.region.left
    }

    /// Returns whether a field is above another one in a column of equally wide fields.
    private func isAbove(_ index: Int, _ field: Field) -> Bool {
        let above = fields[index].region
        return fields[index].type != .checkbox && abs(above.left - field.region.left) < 4
            && abs(above.width - field.region.width) < 6 && above.top < field.region.top
            && field.region.top - above.top < 45
    }

    /// Returns the printed caption of a field, unless it fits a nearby label better.
    func caption(of index: Int) -> String? {
        let words = captions[index]
        guard !words.isEmpty, let caption = fields[index].printedNames?.caption else { return nil }
        let field = fields[index]
        let most = 0.3 * Double(words.count) + Double(words.intersection(labels[index]).count)
        let isOthers = (pages[field.page] ?? []).contains {
            $0 != index && abs(fields[$0].region.top - field.region.top) < 80
                && abs(fields[$0].region.left - field.region.left) < 300
                && Double(words.intersection(labels[$0]).count) > most
        }
        return isOthers ? nil : caption
    }

    /// Returns the label of the text field directly in front of a field.
    func neighbour(of index: Int) -> String? {
        let field = fields[index]
        let left = (pages[field.page] ?? []).filter {
            isInRow($0, of: field) && abs(fields[$0].region.bottom - field.region.bottom) < 4
        }
        .max { fields[$0].region.left < fields[$1].region.left }
        guard let left, fields[left].type != .checkbox else { return nil }
        return fields[left].label
    }
}
