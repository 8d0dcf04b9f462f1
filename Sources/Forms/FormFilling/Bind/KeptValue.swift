package import FormImport

import FailureModel
import Files
import FormModel
import Foundation

/// A value as a fill wrote it, for filling the form again.
struct KeptValue: Sendable, Hashable, Codable {
    private var id: UUID
    private var name: String
    private var label: String
    private var type: FieldType
    private var page: Int
    private var region: Region
    private var key: String
    private var source: FieldSource
    /// Whether it came from a profile rather than under a key.
    private var isProfile: Bool?
    private var content: BoundValue.Content
    private var style: ValueStyle?
    private var custom: String?
    private var continues: UUID?

    /// Keeps a value; nil for one that is calculated again.
    init?(_ value: BoundValue, isPassword: Bool) {
        guard value.match != .calculated else { return nil }
        id = value.field.id
        name = value.field.name
        label = value.field.label
        type = value.field.type
        page = value.field.page
        region = value.field.rounded.region
        key = value.key
        source = value.source
        isProfile = value.match == .profile ? true : nil
        content = isPassword ? value.content.hidden : value.content
        style = value.style
        custom = value.custom
        continues = value.continues
    }

    /// The content, with the ID of its field.
    var placed: (id: UUID, content: BoundValue.Content) { (id, content) }

    /// The value for export; nil for pictures and further lines.
    var entry: ExistingValues.Entry? {
        guard continues == nil else { return nil }
        switch content {
        case .text(let text): return .init(name: name, value: .text(text))
        case .formatted(let text): return .init(name: name, value: .text(text.text))
        case .choice(let shown, let export):
            return .init(
                name: name, value: .choices(export.isEmpty ? [] : [ExistingValues.Choice(export: export, shown: shown)])
            )
        case .checked(let isOn): return .init(name: name, value: .box(isOn: isOn, on: "Yes"))
        case .picture: return nil
        }
    }

    /// The field's label and name, for messages.
    var title: String { Field.title(label: label, name: name) }

    /// Returns the value in the field of a form that it belongs to.
    ///
    /// It is nil if the form has no such field any more, or if the field does not take the value.
    func bound(in fields: KeptFields) -> BoundValue? {
        guard let field = fields.field(id: id, name: name, page: page, region: region), suits(field) else { return nil }
        return BoundValue(
            field: field, content: content, source: source, key: key, match: isProfile == true ? .profile : .kept,
            style: style, custom: custom,
            continues: continues.flatMap { fields.field(id: $0, name: nil, page: page, region: nil)?.id })
    }

    private func suits(_ field: Field) -> Bool {
        guard !field.readOnly else { return false }
        switch content {
        case .checked: return field.type == .checkbox
        case .picture: return field.type == type
        case .choice(_, let export):
            return field.type != .checkbox && (field.options.map { $0.isEmpty || $0.contains(export) } ?? true)
        case .text, .formatted:
            guard field.type != .checkbox, (field.type == .signature) == (type == .signature) else { return false }
            // Lines of one blank have no limits of their own.
            return field.maxLength.map { (content.text?.text.count ?? 0) <= $0 } ?? true
        }
    }
}

/// The fields of a form, for finding those of kept values.
struct KeptFields {
    private let byID: [UUID: Field]
    private let byPage: [Int: [Field]]

    init(_ fields: [Field]) {
        byID = Dictionary(fields.map { ($0.id, $0) }) { first, _ in first }
        byPage = Dictionary(grouping: fields, by: \.page)
    }

    /// Returns a field by its ID, or else by its place and name.
    func field(id: UUID, name: String?, page: Int, region: Region?) -> Field? {
        if let field = byID[id] { return field }
        guard let region else { return nil }
        let near = (byPage[page] ?? []).filter { field in
            let shared = field.region.intersection(region)?.area ?? 0
            return shared > 0.5 * max(field.region.area, region.area)
        }
        return near.count == 1 ? near[0] : near.first { $0.name == name }
    }
}

/// The values that a form filled before holds.
package struct KeptValues: Sendable, Hashable {
    /// Maximum number of values: more than any form has fields.
    private static let limit = 100_000

    /// The note about a form with values of before.
    package static let note = "The form was filled before: its values stay where no others are given."

    private var values: [KeptValue] = []
    /// Whether the values cannot be read.
    private var areDamaged = false

    /// The values that a document holds besides its pages.
    package init(of document: ImportedDocument) {
        guard let data = document.keptValues else { return }
        if let values = try? JSONDecoder().decode([KeptValue].self, from: data), values.count <= Self.limit {
            self.values = values
        } else {
            areDamaged = true
        }
    }

    /// Keeps values.
    init(_ values: [BoundValue], isPassword: (BoundValue) -> Bool) {
        self.values = values.compactMap { KeptValue($0, isPassword: isPassword($0)) }
    }

    /// Whether a document holds values that can be read.
    var isReadable: Bool { !values.isEmpty }

    /// The contents by the IDs of their fields.
    var contents: [UUID: BoundValue.Content] {
        Dictionary(values.map(\.placed)) { first, _ in first }
    }

    /// Returns the values for export, except those of some fields.
    func entries(besides ids: Set<UUID>) -> [ExistingValues.Entry] {
        values.filter { !ids.contains($0.placed.id) }.compactMap(\.entry)
    }

    /// The values as JSON.
    var data: Data {
        get throws { try JSONText.compact(values) }
    }

    /// Returns the values in the fields of a form, and notes about the others.
    func bound(in fields: [Field]) -> (values: [BoundValue], notes: [String]) {
        guard !values.isEmpty else {
            return ([], areDamaged ? ["The values that the form was filled with cannot be read and are left out."] : [])
        }
        let index = KeptFields(fields)
        var (bound, lost): ([BoundValue], [String]) = ([], [])
        for value in values {
            if let value = value.bound(in: index) { bound.append(value) } else { lost.append(value.title) }
        }
        // A further line is empty without the first one.
        let ids = Set(bound.map(\.field.id))
        bound.removeAll { $0.continues.map { !ids.contains($0) } ?? false }
        var notes: [String] = []
        if !lost.isEmpty {
            notes.append(
                "Values from before were left out, since their fields do not take them: \(lost.listed(Self.listed)).")
        }
        return (bound, notes)
    }

    private static let listed = 12
}
