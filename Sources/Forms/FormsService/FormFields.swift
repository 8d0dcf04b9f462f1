import FormImport
import FailureModel
import FormModel
import FormFilling
import FormsAPI
import Foundation

/// The fields of a form as controls and regions.
///
/// A question with mutually exclusive choices is one control with its choices as options, and one region for each
/// choice. It has the ID of its first choice.
struct FormFields {
    private let fields: [Field]
    /// The choices of each question, keyed by the ID of the first.
    private let choices: [UUID: [Field]]
    private let byID: [UUID: Field]
    /// The first field of each group.
    private let byGroup: [String: Field]
    let binder: Binder

    init(_ fields: [Field]) {
        self.fields = fields
        binder = Binder(fields: fields)
        byID = Dictionary(fields.map { ($0.id, $0) }) { first, _ in first }
        byGroup = Dictionary(fields.compactMap { field in field.group.map { ($0.name, field) } }) { first, _ in first }
        let questions = Dictionary(grouping: fields.filter { $0.group?.exclusive == true }) { $0.group?.name ?? "" }
        choices = Dictionary(questions.values.compactMap { all in all.first.map { ($0.id, all) } }) { first, _ in first
        }
    }

    /// The controls in reading order.
    var components: [FieldComponent] {
        fields.compactMap { field in
            guard field.group?.exclusive == true else {
                let options = ListOptions(of: field)
                var component = FieldComponent(
                    id: field.id, fieldId: field.id, type: field.type, label: field.label, section: field.section,
                    placeholder: field.placeholder, pageIndex: field.page,
                    defaultValue: field.defaultValue.map { options?.key(ofHeld: $0) ?? $0 }, options: options?.keys)
                if options?.isEditable == true { component.isEditable = true }
                return component
            }
            guard let all = choices[field.id], let group = field.group else { return nil }
            let answers = Answers(all)
            let options = answers.exports
            let chosen = answers.choices.firstIndex { $0.contains(where: Self.isChosen) }
            return FieldComponent(
                id: field.id, fieldId: field.id, type: .text, label: group.label, section: field.section,
                placeholder: nil, pageIndex: field.page, defaultValue: chosen.map { options[$0] }, options: options)
        }
    }

    /// The regions by field ID.
    var regions: [String: FieldRegion] {
        Dictionary(
            fields.map { field in
                (
                    field.id.uuidString,
                    FieldRegion(
                        id: field.id, pageIndex: field.page, x: field.region.x, y: field.region.y,
                        width: field.region.width, height: field.region.height, fieldType: field.type,
                        label: field.label, confidence: field.confidence)
                )
            }
        ) { first, _ in first }
    }

    /// All fields, including choices.
    var all: [Field] { fields }

    /// Returns the fields that a key identifies; empty if it is invalid.
    func all(ofKey key: String) -> [Field] { (try? binder.fields(named: key)) ?? [] }

    /// Returns the client's ID for a key, or an empty string.
    ///
    /// It is empty if the key does not identify one field or question.
    func id(ofKey key: String) -> String {
        let canonical = self.canonical(key)
        return byGroup[canonical]?.id.uuidString ?? (UUID(uuidString: canonical) == nil ? "" : canonical)
    }

    /// Returns the ID of the field that an invalid value is for, if any.
    ///
    /// It is empty if the value is not for one field.
    func id(of entry: ValueEntry, _ failure: Failure) -> String {
        let known = id(ofKey: entry.key)
        if !known.isEmpty { return known }
        if let found = (try? binder.fields(for: entry))?.first { return id(ofKey: found.id.uuidString) }
        // For a key that matches no field or several, the failure names possible fields.
        guard ![.unknownField, .ambiguousField].contains(failure.code), let name = failure.fields.first else {
            return ""
        }
        return fields.first { $0.name == name }?.id.uuidString ?? ""
    }

    /// Returns the canonical key for a field's ID, name or label.
    ///
    /// It is the field's ID, or the name of the question that it answers.
    func canonical(_ key: String) -> String {
        // An ID that no field has is that of a removed field and resembles nothing.
        if let id = UUID(uuidString: key) { return byID[id]?.id.uuidString ?? key }
        if byGroup[key] != nil { return key }
        guard let found = try? binder.fields(named: key), let first = found.first else { return key }
        if let group = first.group, found.count > 1 { return group.name }
        return first.id.uuidString
    }

    /// Returns the key to bind a value with.
    ///
    /// It is the field's own, or that of the selected choice's question.
    func key(of value: FieldValueInput) -> String? {
        guard let field = byID[value.fieldRegionId] else { return nil }
        // A value for the first choice is for the question, unless it is only yes or no for that choice.
        if let all = choices[field.id], let group = field.group,
            !["true", "false"].contains(value.value) || Answers(all).exports.contains(value.value)
        {
            return group.name
        }
        return field.id.uuidString
    }

    /// Returns the values that a client gave for an entry.
    ///
    /// There are none for a value that is neither text nor a picture, or that matches no field, and several for a
    /// question with several answers.
    func inputs(_ entry: ValueEntry) -> [FieldValueInput] {
        guard let id = UUID(uuidString: id(ofKey: entry.key)) else { return [] }
        // A question with a control for each box has no control of its own: its answer is that boxes are ticked.
        if let group = byGroup[canonical(entry.key)]?.group, !group.exclusive {
            let ticked = (try? binder.bound(entry))?.filter { $0.content == .checked(true) } ?? []
            return ticked.map { FieldValueInput(fieldRegionId: $0.field.id, value: "true", source: entry.source) }
        }
        let text: String
        switch entry.value {
        case .text(let value), .number(let value), .shown(let value, _): text = value
        case .flag(let value): text = value ? "true" : "false"
        case .formatted(let value): text = value.text
        case .picture(let data): return [FieldValueInput(fieldRegionId: id, picture: data, source: entry.source)]
        case .several, .structure, .none: return []
        }
        var input = FieldValueInput(fieldRegionId: id, value: text, source: entry.source)
        if let style = entry.style {
            if style.isVerbatim { input.verbatim = true }
            input.fontSize = style.fontSize
            input.color = style.color?.hexadecimal
        }
        return [input]
    }

    private static func isChosen(_ field: Field) -> Bool {
        field.defaultValue.map { ["true", "yes", "on", "1"].contains($0.lowercased()) } ?? false
    }
}
