package import FailureModel
import FormFilling
package import FormModel
package import Foundation

/// The rules for corrected fields.
package enum FieldRules {
    /// Maximum number of fields of a form.
    package static let fieldLimit = 5_000
    /// Maximum length in bytes of a label, name, option or other text of a field.
    package static let textLimit = 4_096
    /// Maximum number of options of a field.
    package static let optionLimit = 1_000
    /// Maximum length of a field in characters.
    package static let lengthLimit = 100_000
    /// Maximum number of cells of a comb.
    package static let cellLimit = 1_000
    /// Maximum extent of a region beyond the page in points, to allow for rounding.
    private static let tolerance = 0.01

    /// A field that breaks a rule.
    package struct Problem: Sendable, Hashable {
        /// The field's ID.
        package let id: UUID
        /// The failure `invalid_field`.
        package let failure: Failure
    }

    /// Returns the problems in a whole list.
    ///
    /// - Parameters:
    ///   - fields: the list.
    ///   - pages: the sizes of the form's pages.
    ///   - known: fields to skip, since they were detected or already checked.
    /// - Returns: at most one problem for each field.
    package static func problems(in fields: [Field], on pages: [PageSize], except known: [Field] = []) -> [Problem] {
        // The choices of a form's own file may be anything, and stay when the field is changed otherwise.
        let ownChoices = Dictionary(known.map { ($0.id, $0) }) { first, _ in first }
        let known = Set(known)
        let malformed = problems(inSubmitted: fields)
        guard malformed.isEmpty else { return malformed }
        var answered: Set<String> = []
        return fields.compactMap { field in
            if field.initialValue != nil, let group = field.group, group.exclusive,
                !answered.insert(group.name).inserted
            {
                let question = Field.title(label: group.label, name: group.name)
                return problem(field, "\(question) has two initial answers; a question has one at most.")
            }
            guard !known.contains(field) else { return nil }
            guard let fault = fault(field, on: pages) ?? faultOfChoices(field, before: ownChoices[field.id]) else {
                return nil
            }
            return problem(field, "\(field.title): \(fault)")
        }
    }

    /// Returns the problems in a list that do not depend on the form.
    ///
    /// These are an excessive number of fields, and duplicate IDs.
    static func problems(inSubmitted fields: [Field]) -> [Problem] {
        guard fields.count <= fieldLimit else {
            return [problem(fields[fieldLimit], "A form has at most \(fieldLimit) fields; these are \(fields.count).")]
        }
        var seen: Set<UUID> = []
        return fields.compactMap { field in
            seen.insert(field.id).inserted ? nil : problem(field, "The id \(field.id) occurs twice.")
        }
    }

    private static func problem(_ field: Field, _ message: String) -> Problem {
        Problem(id: field.id, failure: Failure(.invalidField, message, at: .field(field.name)))
    }

    private static func fault(_ field: Field, on pages: [PageSize]) -> String? {
        guard pages.indices.contains(field.page) else {
            return "the form has no page \(field.page + 1)."
        }
        let page = pages[field.page]
        if let fault = fault(field.region, on: page) { return fault }
        if field.name.isEmpty { return "the name is empty." }
        let texts = [
            field.name, field.label, field.section, field.placeholder, field.option, field.state, field.group?.name,
            field.group?.label, field.format?.pattern, field.format?.currency, field.initialValue,
        ]
        let printed =
            field.printedNames.map { [$0.caption, $0.question, $0.row, $0.column, $0.number, $0.nearby] } ?? []
        let lists = (field.options ?? []) + (field.exportValues ?? []) + (field.calculation?.fields ?? [])
        guard ((texts + printed).compactMap(\.self) + lists).allSatisfy({ $0.utf8.count <= textLimit }) else {
            return "a text is longer than \(textLimit) bytes."
        }
        if let options = field.options, options.isEmpty || options.count > optionLimit {
            return "the number of options must be 1 to \(optionLimit)."
        }
        if let decimals = field.format?.decimals, !(0...10).contains(decimals) {
            return "the decimals of the format must be 0 to 10."
        }
        if let calculation = field.calculation, calculation.fields.count > fieldLimit {
            return "it is calculated from more than \(fieldLimit) fields."
        }
        if field.group?.name.isEmpty == true { return "the name of the group is empty." }
        guard field.confidence >= 0, field.confidence <= 1 else { return "confidence must be 0 to 1." }
        if let length = field.maxLength, !(1...lengthLimit).contains(length) {
            return "maxLength must be 1 to \(lengthLimit)."
        }
        if let fault = faultOfRules(field) { return fault }
        if let baseline = field.baseline, !(baseline >= -tolerance && baseline <= page.height + tolerance) {
            return "the baseline is not on the page."
        }
        if let lines = field.lines {
            guard (2...Field.mostLines).contains(lines.count) else {
                return "the number of lines must be 2 to \(Field.mostLines)."
            }
            if let fault = lines.lazy.compactMap({ fault($0, on: page) }).first { return fault }
        }
        if let words = field.printedWords, words.count > fieldLimit || !words.allSatisfy(\.isFinite) {
            return "the places of printed words are not rectangles."
        }
        if let size = field.fontSize, !(size >= 1 && size <= 500) { return "fontSize must be 1 to 500 points." }
        return field.combEdges.flatMap { fault($0, in: field.region) }
    }

    /// Returns what is wrong with a field's choices, unless it had them before.
    private static func faultOfChoices(_ field: Field, before: Field?) -> String? {
        guard let options = field.options else { return nil }
        if options == before?.options, field.maxLength == before?.maxLength { return nil }
        var seen: Set<String> = []
        for (index, option) in options.enumerated() {
            if option.allSatisfy(\.isWhitespace) { return "choice \(index + 1) is empty." }
            guard seen.insert(option).inserted else { return "choice \(index + 1) is there before." }
            if let length = field.maxLength, option.count > length {
                return "choice \(index + 1) has \(option.count) characters, and maxLength allows \(length)."
            }
        }
        return nil
    }

    /// Returns what is wrong with the mask or the initial value of a field.
    private static func faultOfRules(_ field: Field) -> String? {
        if let text = field.mask {
            guard let mask = CharacterMask(text) else {
                return "the mask must have 1 to \(CharacterMask.limit) characters, and none of them after a last “\\”."
            }
            if let length = field.maxLength, length < mask.count {
                return "the mask has \(mask.count) characters, and maxLength allows \(length)."
            }
            if field.options != nil { return "it has choices and a mask, of which only one can apply." }
            if [.checkbox, .signature].contains(field.type) { return "only a field for text has a mask." }
            if field.format != nil { return "it has a format and a mask, of which only one can apply." }
        }
        guard let initialValue = field.initialValue else { return nil }
        if initialValue.isEmpty { return "the initial value is empty." }
        if field.type == .signature { return "a signature has no initial value." }
        if field.type == .checkbox, initialValue != "true" {
            return "the initial value of a check box is “true” or none."
        }
        return field.faultOfInitialValue.map { "the initial value cannot be used. \($0.message)" }
    }

    private static func fault(_ region: Region, on page: PageSize) -> String? {
        guard region.isFinite else { return "the region is not a rectangle." }
        guard region.width >= 1, region.height >= 1 else { return "the region is smaller than one point." }
        guard region.left >= -tolerance, region.top >= -tolerance, region.right <= page.width + tolerance,
            region.bottom <= page.height + tolerance
        else { return "the region is not inside the page." }
        return nil
    }

    private static func fault(_ edges: [Double], in region: Region) -> String? {
        guard (2...cellLimit + 1).contains(edges.count) else {
            return "the number of comb edges must be 2 to \(cellLimit + 1)."
        }
        guard edges.allSatisfy(\.isFinite), zip(edges, edges.dropFirst()).allSatisfy({ $0 < $1 }) else {
            return "comb edges must increase from left to right."
        }
        // Detected combs may have edges slightly outside their region.
        guard edges[0] >= region.left - 5, edges[edges.count - 1] <= region.right + 5 else {
            return "the comb edges are not inside the region."
        }
        return nil
    }
}

extension Region {
    /// Whether all coordinates are finite.
    fileprivate var isFinite: Bool { [x, y, width, height].allSatisfy(\.isFinite) }
}
