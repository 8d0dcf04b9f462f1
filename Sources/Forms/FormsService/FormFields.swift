import FormImport
import FailureModel
import FormModel
import FormFilling
import FormsAPI
import Foundation

/// The fields of a form as controls and regions.
///
/// A question of which one choice at most can be chosen is one control, whose options are its choices, with one region for
/// each choice. It goes by the id of its first choice.
struct FormFields {
    private let fields: [Field]
    /// The choices of each question, by the id of the first.
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

    /// The regions by the field's id.
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

    /// Every field, choices included.
    var all: [Field] { fields }

    /// The fields that a key stands for; none if it is a mistake.
    func all(ofKey key: String) -> [Field] { (try? binder.fields(named: key)) ?? [] }

    /// The id by which a client knows what a key stands for; empty if that is no one field.
    func id(ofKey key: String) -> String {
        let canonical = self.canonical(key)
        return byGroup[canonical]?.id.uuidString ?? (UUID(uuidString: canonical) == nil ? "" : canonical)
    }

    /// The id of the field that a mistake in a value is about; empty if the value is for no one field.
    func id(of entry: ValueEntry, _ failure: Failure) -> String {
        let known = id(ofKey: entry.key)
        if !known.isEmpty { return known }
        if let found = (try? binder.fields(for: entry))?.first { return id(ofKey: found.id.uuidString) }
        // Of a key that is no field, or several, the failure names what it could mean.
        guard ![.unknownField, .ambiguousField].contains(failure.code), let name = failure.fields.first else {
            return ""
        }
        return fields.first { $0.name == name }?.id.uuidString ?? ""
    }

    /// The one key for what a field's id, name and label stand for: its id, or the name of the question that it answers.
    func canonical(_ key: String) -> String {
        // An id that no field has is that of a removed one, and resembles nothing.
        if let id = UUID(uuidString: key) { return byID[id]?.id.uuidString ?? key }
        if byGroup[key] != nil { return key }
        guard let found = try? binder.fields(named: key), let first = found.first else { return key }
        if let group = first.group, found.count > 1 { return group.name }
        return first.id.uuidString
    }

    /// The key under which a value given for this id is bound: the field's own, or that of the chosen choice's question.
    func key(of value: FieldValueInput) -> String? {
        guard let field = byID[value.fieldRegionId] else { return nil }
        // For a question that goes by its first choice, a value is for the question, unless it only says yes or no to the choice.
        if let all = choices[field.id], let group = field.group,
            !["true", "false"].contains(value.value) || Answers(all).exports.contains(value.value)
        {
            return group.name
        }
        return field.id.uuidString
    }

    /// The value that a client gave for an entry; nil for what is no text, such as a picture, or is for no field.
    func input(_ entry: ValueEntry) -> FieldValueInput? {
        guard let id = UUID(uuidString: id(ofKey: entry.key)) else { return nil }
        // A question whose boxes are controls of their own has no control: its answer is that a box is ticked.
        if let group = byGroup[canonical(entry.key)]?.group, !group.exclusive {
            let ticked = (try? binder.bound(entry))?.filter { $0.content == .checked(true) } ?? []
            return ticked.count == 1
                ? FieldValueInput(fieldRegionId: ticked[0].field.id, value: "true", source: entry.source) : nil
        }
        let text: String
        switch entry.value {
        case .text(let value), .number(let value): text = value
        case .flag(let value): text = value ? "true" : "false"
        case .formatted(let value): text = value.text
        case .picture, .structure, .none: return nil
        }
        var input = FieldValueInput(fieldRegionId: id, value: text, source: entry.source)
        if let style = entry.style {
            if style.isVerbatim { input.verbatim = true }
            input.fontSize = style.fontSize
            input.color = style.color?.hexadecimal
        }
        return input
    }

    private static func isChosen(_ field: Field) -> Bool {
        field.defaultValue.map { ["true", "yes", "on", "1"].contains($0.lowercased()) } ?? false
    }
}
