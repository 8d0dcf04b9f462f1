import FormImport

import FailureModel
import FormModel
import Foundation

/// Finds the fields that are the lines of one blank, over which a value flows.
enum ValueLines {
    /// Returns the fields from top to bottom if they are the lines of one blank.
    ///
    /// Such lines have one label, are directly below one another, and end at the same right edge. Only the first may be
    /// indented behind the caption, which must not repeat beside the others.
    static func lines(_ fields: [Field], of form: [Field]) -> [Field]? {
        let lines = fields.sorted { ($0.page, $0.region.top) < ($1.page, $1.region.top) }
        guard lines.count > 1, Set(lines.map { label($0.label) }).count == 1,
            lines.allSatisfy({ $0.options == nil })
        else { return nil }
        for (upper, lower) in zip(lines, lines.dropFirst()) {
            let step = lower.region.bottom - upper.region.bottom
            guard upper.page == lower.page, step > 0.6 * lower.region.height, step < longestStep(to: lower),
                abs(upper.region.right - lower.region.right) < 14, lower.region.left < upper.region.left + 4,
                lower.region.width >= leastWidth, !repeatsCaption(lower), !isOtherItem(lower, than: upper)
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

    /// Returns whether a field has a number of its own.
    private static func isOtherItem(_ field: Field, than upper: Field) -> Bool {
        guard let number = field.printedNames?.number else { return false }
        return number != upper.printedNames?.number
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
                    && $0.region.bottom - last.region.bottom < 1.6 * $0.region.height + 4
                    && (isContinuation($0) || isLine($0) && lines([last, $0], of: form) != nil)
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
        guard isLine(field), field.evidence != .widget, !field.readOnly else { return false }
        var names = field.printedNames ?? PrintedNames()
        // The captions of the lines above and below are close, too.
        if field.label.isEmpty { names.nearby = nil }
        return names.isEmpty
    }

    private static func isBeside(_ other: Field, _ field: Field) -> Bool {
        abs(other.region.midY - field.region.midY) < 4
    }

    /// Maximum number of lines that a value may fill.
    private static let mostLines = 12

    /// Returns the content of each line, with all text on the first.
    ///
    /// Only drawing shows how much of a text a line holds.
    static func contents(_ value: FieldValue, in fields: [Field]) throws(Failure) -> [(Field, BoundValue.Content)] {
        var first = fields[0]
        if [.text, .unknown].contains(first.type), first.options == nil { first.type = .multiline }
        // The limits are those of single lines.
        (first.maxLength, first.combEdges) = (nil, nil)
        guard let content = try ValueNormaliser.content(value, for: first) else { return [] }
        if let readOnly = fields.first(where: \.readOnly) {
            throw Failure(.readOnlyField, "\(readOnly.title) is read-only.", at: .field(readOnly.name))
        }
        guard content.text != nil else { return [(fields[0], content)] }
        return [(fields[0], content)] + fields.dropFirst().map { ($0, .text("")) }
    }

    /// Minimum width in points of a line that continues another one.
    private static let leastWidth = 150.0
    /// Width in points of a wide letter at the default size.
    private static let letterWidth = 6.2

    /// Returns a label without its line number: "Address [2]".
    private static func label(_ text: String) -> Substring {
        guard text.last == "]", let open = text.lastIndex(of: "["),
            text[open...].dropFirst().dropLast().allSatisfy(\.isNumber)
        else { return text[...] }
        return text[..<open]
    }
}
