import FormImport

import FailureModel
import FormModel
import Foundation

/// Divides a value among the fields that are the lines of one blank.
enum ValueLines {
    /// Returns the fields from top to bottom if they are the lines of one blank.
    ///
    /// Such lines have one label, are directly below one another, and end at the same right edge. Only the first may be
    /// indented behind the caption, which must not repeat beside the others.
    static func lines(_ fields: [Field], of form: [Field]) -> [Field]? {
        let lines = fields.sorted { ($0.page, $0.region.top) < ($1.page, $1.region.top) }
        guard lines.count > 1, Set(lines.map { label($0.label) }).count == 1 else { return nil }
        for (upper, lower) in zip(lines, lines.dropFirst()) {
            let step = lower.region.bottom - upper.region.bottom
            guard upper.page == lower.page, step > 0.6 * lower.region.height, step < longestStep(to: lower),
                abs(upper.region.right - lower.region.right) < 14, lower.region.left < upper.region.left + 4,
                lower.region.width >= leastWidth, !repeatsCaption(lower)
            else { return nil }
            // Cells of a table have other fields beside them.
            let isCell = form.contains {
                $0.type != .checkbox && $0.page == lower.page && $0.id != lower.id
                    && abs($0.region.midY - lower.region.midY) < 4
            }
            if isCell, abs(upper.region.left - lower.region.left) < 4 { return nil }
        }
        return lines
    }

    /// Returns whether the caption is printed beside this field too.
    private static func repeatsCaption(_ field: Field) -> Bool {
        field.printedNames?.row.map(LabelText.normalised) == LabelText.normalised(field.label)
    }

    /// Returns the maximum distance in points from the line above.
    ///
    /// Boxes separated by a gap have their own captions.
    private static func longestStep(to line: Field) -> Double {
        switch line.evidence {
        case .box, .cell: 1.5 * line.region.height
        default: 2 * line.region.height + 4
        }
    }

    /// Returns a field and the blank lines below it, if a value is too long.
    ///
    /// Forms print a question once for several lines, so that the lower ones have no text beside them.
    static func continued(_ value: FieldValue, in first: Field, of form: [Field]) -> [Field]? {
        guard let text = value.text, first.evidence != .widget, isLine(first),
            text.count > Int(first.region.width / letterWidth) || text.contains(where: \.isNewline)
        else { return nil }
        var all = [first]
        while let last = all.last, all.count < mostLines,
            let next = form.first(where: {
                $0.page == last.page && $0.region.bottom - last.region.bottom > 0.6 * $0.region.height
                    && $0.region.bottom - last.region.bottom < 1.6 * $0.region.height + 4 && isContinuation($0)
                    && $0.region.left < last.region.left + 4 && abs($0.region.right - last.region.right) < 14
                    && (all.count == 1 || abs($0.region.left - last.region.left) < 4)
            }), !form.contains(where: { $0.id != next.id && $0.page == next.page && isBeside($0, next) })
        {
            all.append(next)
        }
        return all.count > 1 ? all : nil
    }

    private static func isLine(_ field: Field) -> Bool {
        [.text, .multiline, .unknown].contains(field.type) && field.combEdges == nil && field.options == nil
            && field.group == nil && field.region.width >= leastWidth
    }

    /// Returns whether a field is a blank line without text beside it.
    private static func isContinuation(_ field: Field) -> Bool {
        isLine(field) && field.evidence != .widget && field.printedNames == nil && !field.readOnly
    }

    private static func isBeside(_ other: Field, _ field: Field) -> Bool {
        abs(other.region.midY - field.region.midY) < 4
    }

    /// Maximum number of lines that a value may fill.
    private static let mostLines = 12

    /// Returns the content of each line.
    static func contents(_ value: FieldValue, in fields: [Field]) throws(Failure) -> [(Field, BoundValue.Content)] {
        var contents: [(Field, BoundValue.Content)] = []
        for (field, part) in zip(fields, divided(value, among: fields)) {
            if let content = try ValueNormaliser.content(part, for: field) { contents.append((field, content)) }
        }
        return contents
    }

    private static func divided(_ value: FieldValue, among fields: [Field]) -> [FieldValue] {
        let text: String
        switch value {
        case .text(let given), .number(let given), .shown(let given, _): text = given
        case .none: return []
        default: return [value]
        }
        let given = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map(String.init)
        if given.count > 1, given.count <= fields.count {
            return fields.indices.map { .text(given.indices.contains($0) ? given[$0] : "") }
        }
        var words = text.split(whereSeparator: \.isWhitespace)[...]
        return fields.enumerated().map { index, field in
            let isLast = index == fields.count - 1
            let room = Int(field.region.width / letterWidth)
            var line: [Substring] = []
            var length = 0
            while let word = words.first, isLast || line.isEmpty && room > 4 || length + word.count < room {
                line.append(word)
                length += word.count + 1
                words.removeFirst()
            }
            return .text(line.joined(separator: " "))
        }
    }

    /// Minimum width in points of a line that continues another one.
    private static let leastWidth = 150.0
    /// Average width in points of a letter at the default size.
    private static let letterWidth = 5.4

    /// Returns a label without its line number: "Address [2]".
    private static func label(_ text: String) -> Substring {
        guard text.last == "]", let open = text.lastIndex(of: "["),
            text[open...].dropFirst().dropLast().allSatisfy(\.isNumber)
        else { return text[...] }
        return text[..<open]
    }
}
