import FormImport
package import FailureModel
package import FormModel
import Foundation

/// The bind stage: matches values with fields, validates them and converts them to field formats.
package struct Binder: Sendable {
    private let fields: [Field]
    let index: FieldIndex
    private let tables: TableIndex
    private let conventions: LocaleConventions
    /// The fields of keys that were looked up beforehand.
    var known: [String: (target: FieldIndex.Target, match: BoundValue.Match)] = [:]
    /// The keys that a mapping leaves out.
    var leftOut: Set<String> = []
    /// Whether keys must identify their fields exactly.
    var isExact = false
    /// Values from a profile, for fields without a given value.
    private var autofill: [BoundValue] = []
    /// The initial values of fields, for those that have no other value.
    private let initial: [ValueEntry]
    /// Values that the form was filled with before, for fields without a given value.
    private var kept: [BoundValue] = []
    /// Whether fields keep values of before where no others are given.
    package var keepsValues: Bool { !kept.isEmpty }
    /// Notes about the values of before that fields do not take.
    package private(set) var keptNotes: [String] = []

    /// Creates a binder for fields in reading order, the order that `Label#2` counts in.
    ///
    /// The size of the pages tells the order of a date if nothing else does.
    package init(fields: [Field], pages: [FormDescription.Page] = []) {
        self.fields = fields
        index = FieldIndex(fields)
        tables = TableIndex(fields, signing: index.signing)
        conventions = LocaleConventions(fields, pages: pages)
        initial = fields.startingWithInitialValue.map {
            ValueEntry(key: $0.id.uuidString, value: .text($0.initialValue ?? ""), source: .autofill)
        }
    }

    /// Returns a binder that also fills personal fields from a profile.
    ///
    /// Given values take precedence.
    package func filling(from profile: Profile) -> Binder {
        var copy = self
        copy.autofill = ProfileFilling(profile, fields: fields).values()
        return copy
    }

    /// Returns a binder that also fills in what the form was filled with before.
    ///
    /// Given values take precedence, and so does a profile over values of an earlier profile.
    package func keeping(_ values: KeptValues) -> Binder {
        var copy = self
        (copy.kept, copy.keptNotes) = values.bound(in: fields)
        return copy
    }

    /// Returns a binder that has looked up keys in advance.
    ///
    /// Use it for many records that share their keys.
    ///
    /// - Throws: `unknown_field` or `ambiguous_field` for the first key that does not identify one field, and
    ///   `mapping_needed` for a guess that is refused.
    package func knowing(_ keys: some Sequence<String>) throws(Failure) -> Binder {
        var copy = self
        for key in keys where known[key] == nil { copy.known[key] = try exact(try index.target(of: key), key) }
        return copy
    }

    /// Returns the fields that a key identifies.
    ///
    /// These are one field, the widgets of one AcroForm field, or the choices of one question.
    ///
    /// - Throws: `unknown_field` or `ambiguous_field`.
    package func fields(named key: String) throws(Failure) -> [Field] {
        try index.target(of: key).0.fields
    }

    /// Separates the entries with a known key from the failures of the others.
    ///
    /// A guess that is refused is unknown, too.
    ///
    /// `proposes` determines whether the failures name the nearest fields.
    package func recognised(
        _ entries: [ValueEntry], proposes: Bool = true
    ) -> (entries: [ValueEntry], unknown: [Failure]) {
        var unknown: [Failure] = []
        let known = entries.filter { entry in
            do throws(Failure) {
                _ = try target(of: entry, proposes: proposes)
            } catch {
                guard [.unknownField, .mappingNeeded].contains(error.code) else { return true }
                unknown.append(error)
                return false
            }
            return true
        }
        return (known, unknown)
    }

    /// Returns the entries with a known key, and the keys of the others.
    package func skippingUnknown(_ entries: [ValueEntry]) -> (entries: [ValueEntry], skipped: [String]) {
        let known = recognised(entries, proposes: false).entries
        let keys = Set(known.map(\.key))
        return (known, entries.map(\.key).filter { !keys.contains($0) })
    }

    /// Returns the fields that the key or table cell of an entry identifies.
    ///
    /// - Throws: `unknown_field` or `ambiguous_field`.
    package func fields(for entry: ValueEntry) throws(Failure) -> [Field] { try target(of: entry).0.fields }

    /// Returns profile values, keyed by field ID, for fields that no entry refers to.
    ///
    /// - Throws: `unknown_field` or `ambiguous_field` for an entry.
    package func entries(from profile: Profile, besides entries: [ValueEntry]) throws(Failure) -> [ValueEntry] {
        var bound: [Field.ID: BoundValue] = [:]
        try filling(from: profile).addAutofill(besides: entries, to: &bound)
        return fields.compactMap { bound[$0.id] }.compactMap { value in
            let content: FieldValue
            switch value.content {
            case .text(let text): content = .text(text)
            case .choice(_, let export): content = .text(export)
            case .checked(let isChecked): content = .flag(isChecked)
            case .formatted, .picture: return nil
            }
            return ValueEntry(key: value.field.id.uuidString, value: content, source: .autofill)
        }
    }

    /// Returns what to draw, in the order of the fields.
    ///
    /// - Throws: `Failure` with one of the codes for values, covering every unusable entry; then nothing is bound.
    package func bind(_ entries: [ValueEntry]) throws(Failure) -> [BoundValue] {
        let entries = leftOut.isEmpty ? entries : entries.filter { !leftOut.contains($0.key) }
        var bound: [Field.ID: BoundValue] = [:]
        var failures: [Failure] = []
        var long: [ValueEntry] = []
        for entry in entries {
            do throws(Failure) {
                if try bind(entry, into: &bound) { long.append(entry) }
            } catch {
                failures.append(error)
                if failures.count == Self.failureLimit { break }
            }
        }
        if failures.isEmpty {
            try addKept(besides: entries, to: &bound)
            for entry in long { try runOn(entry, in: &bound) }
        }
        if failures.isEmpty {
            do throws(Failure) { try checkRows(entries) } catch { failures.append(error) }
        }
        if let failure = Failure(all: failures) { throw failure }
        try addAutofill(besides: entries, to: &bound)
        try addInitial(besides: entries, to: &bound)
        for value in Calculation.values(of: fields, from: bound) { bound[value.field.id] = value }
        return fields.compactMap { bound[$0.id] }
    }

    private func checkRows(_ entries: [ValueEntry]) throws(Failure) {
        var cells: [(cell: TableCell, field: Field)] = []
        for entry in entries {
            if let cell = entry.cell { cells.append((cell, try target(of: entry).0.first)) }
        }
        try TableIndex.check(cells)
    }

    /// Adds profile values for fields that no entry refers to.
    ///
    /// An entry that leaves its field unchanged counts as well.
    private func addAutofill(besides entries: [ValueEntry], to bound: inout [Field.ID: BoundValue]) throws(Failure) {
        guard !autofill.isEmpty else { return }
        var given = Set(bound.values.lazy.filter { $0.match == .kept }.map(\.field.id))
        for entry in entries { given.formUnion(try target(of: entry).0.fields.map(\.id)) }
        for value in autofill where !given.contains(value.field.id) {
            bound[value.field.id] = conventions.applied(to: value)
        }
    }

    /// Adds initial values for fields that have no value and that no entry empties.
    private func addInitial(besides entries: [ValueEntry], to bound: inout [Field.ID: BoundValue]) throws(Failure) {
        guard !initial.isEmpty else { return }
        var given = bound.values.map(\.field)
        for entry in entries where entry.value != .none { given += try target(of: entry).0.fields }
        let ids = Set(given.map(\.id))
        // The widgets of one AcroForm field hold one value.
        let names = Set(given.lazy.filter { $0.evidence == .widget && $0.group == nil }.map(\.name))
        for entry in initial {
            var own: [Field.ID: BoundValue] = [:]
            // One that the field does not take any more must not prevent every fill.
            guard (try? bind(entry, into: &own)) != nil else { continue }
            let isFree = own.values.allSatisfy { value in
                !ids.contains(value.field.id)
                    && !(value.field.evidence == .widget && names.contains(value.field.name))
            }
            if isFree { bound.merge(own) { first, _ in first } }
        }
    }

    /// Adds the values of before for fields that no entry fills or empties.
    private func addKept(besides entries: [ValueEntry], to bound: inout [Field.ID: BoundValue]) throws(Failure) {
        guard !kept.isEmpty else { return }
        var given = Set(bound.keys)
        // Null leaves a field unchanged, so it keeps the value.
        for entry in entries where entry.value != .none {
            given.formUnion(try target(of: entry).0.fields.map(\.id))
        }
        for value in kept where !given.contains(value.field.id) {
            guard value.continues.map({ !given.contains($0) }) ?? true,
                value.match != .profile || autofill.isEmpty
            else { continue }
            bound[value.field.id] = value
        }
    }

    /// Checks a single entry.
    ///
    /// - Throws: `Failure` with one of the codes for values.
    package func check(_ entry: ValueEntry) throws(Failure) { _ = try bound(entry) }

    /// Returns what a single entry writes into fields, from the top of the first page.
    ///
    /// - Throws: `Failure` with one of the codes for values.
    package func bound(_ entry: ValueEntry) throws(Failure) -> [BoundValue] {
        var bound: [Field.ID: BoundValue] = [:]
        try bind(entry, into: &bound)
        return bound.values.sorted {
            let (a, b) = ($0.field, $1.field)
            return (a.page, a.region.top, a.region.left, a.name) < (b.page, b.region.top, b.region.left, b.name)
        }
    }

    /// Maximum number of mistakes to report: more than anybody reads.
    package static let failureLimit = 100

    /// Continues a value too long for its line on the free blank lines below.
    private func runOn(_ entry: ValueEntry, in bound: inout [Field.ID: BoundValue]) throws(Failure) {
        let (target, match) = try target(of: entry)
        guard let lines = ValueLines.continued(entry.value, in: target.first, of: fields) else { return }
        let free = [lines[0]] + lines.dropFirst().prefix { bound[$0.id] == nil && !index.signing.contains($0) }
        guard free.count > 1 else { return }
        for (field, content) in try ValueLines.contents(entry.value, in: free) {
            bound[field.id] = BoundValue(
                field: field, content: content, source: entry.source, key: entry.key, match: match, style: entry.style,
                continues: field.id == free[0].id ? nil : free[0].id)
        }
    }

    /// Binds an entry, and returns whether its value should continue on blank lines below.
    @discardableResult
    private func bind(_ entry: ValueEntry, into bound: inout [Field.ID: BoundValue]) throws(Failure) -> Bool {
        let (target, match) = try target(of: entry)
        for (field, content) in try contents(of: entry, target) {
            let isFurther = target.use == .lines && field.id != target.first.id
            let given = BoundValue(
                field: field, content: content, source: entry.source, key: entry.key, match: match, style: entry.style,
                continues: isFurther ? target.first.id : nil)
            var value = conventions.applied(to: given)
            if ValueNormaliser.lacksMarks(value.content, of: entry.value, in: field) { value.lacksMarks = true }
            if let earlier = bound[field.id], earlier.content != value.content {
                // "Yes: true, No: false" says the same thing twice; "Yes: true, No: true" is a contradiction.
                let question = field.group.flatMap { $0.exclusive && !$0.label.isEmpty ? $0.label : nil }
                throw Failure(
                    .duplicateValue,
                    "The keys \(earlier.key.quoted) and \(entry.key.quoted) "
                        + (question.map { "answer \($0.quoted) differently." } ?? "both refer to \(field.title)."),
                    at: .field(field.name))
            }
            bound[field.id] = value
        }
        guard target.use == .each, target.fields.count == 1 else { return false }
        return ValueLines.continued(entry.value, in: target.first, of: fields) != nil
    }

    private func target(
        of entry: ValueEntry, proposes: Bool = true
    ) throws(Failure) -> (FieldIndex.Target, BoundValue.Match) {
        if let target = known[entry.key] { return target }
        if let cell = entry.cell, let field = try tables.field(of: cell) {
            return (FieldIndex.Target(fields: [field]), .label)
        }
        return try exact(try index.target(of: entry.key, for: entry.value, proposes: proposes), entry.key)
    }

    private func contents(
        of entry: ValueEntry, _ target: FieldIndex.Target
    ) throws(Failure) -> [(Field, BoundValue.Content)] {
        if let text = entry.value.text, let field = target.fields.first(where: index.signing.contains) {
            try SigningFields.refusePictureName(text, for: field)
        }
        switch target.use {
        case .choice:
            let contents = try marks(for: entry.value, of: target.fields)
            if let readOnly = target.fields.first(where: \.readOnly) {
                // What was exported from a form can be imported into it again.
                guard contents.allSatisfy({ field, mark in mark == .checked(field.isTicked) }) else {
                    throw Failure(
                        .readOnlyField, "\(readOnly.title) is read-only.", at: .field(readOnly.name))
                }
                return []
            }
            return contents
        case .parts:
            return try ValueParts.contents(
                entry.value, in: target.fields, isVerbatim: entry.style?.isVerbatim ?? false)
        case .lines: return try ValueLines.contents(entry.value, in: target.fields)
        case .each: break
        }
        var contents: [(Field, BoundValue.Content)] = []
        for field in target.fields {
            guard
                let content = try ValueNormaliser.content(
                    answer(entry.value, to: field), for: field, isVerbatim: entry.style?.isVerbatim ?? false,
                    conventions)
            else { continue }
            contents.append((field, content))
            if case .checked(let isOn) = content, let group = field.group {
                let others = index.choices(of: group.name).filter { $0.id != field.id }
                contents += others.filter { $0.isSameAnswer(as: field) }.map { ($0, content) }
                if isOn, group.exclusive {
                    contents += others.filter { !$0.isSameAnswer(as: field) }.map { ($0, .checked(false)) }
                }
            }
        }
        return contents
    }

    /// Returns the mark of each choice of a question for a value.
    private func marks(
        for value: FieldValue, of choices: [Field]
    ) throws(Failure) -> [(Field, BoundValue.Content)] {
        // Clears the answer, as empty text clears other fields. XFDF writes "Off", unless an answer has that name.
        let isOff = value == .text("Off") && Answers(choices).naming("Off") == .none
        if value == .text("") || isOff { return choices.map { ($0, .checked(false)) } }
        guard let chosen = try ValueNormaliser.choice(value, of: choices) else { return [] }
        let ids = Set(chosen.map(\.id))
        let isExclusive = chosen[0].group?.exclusive == true
        return choices.filter { isExclusive || ids.contains($0.id) }.map { ($0, .checked(ids.contains($0.id))) }
    }

    /// Returns true if the value is the box's own option text.
    ///
    /// "Type: Checking" ticks the box beside "Checking".
    private func answer(_ value: FieldValue, to field: Field) -> FieldValue {
        guard field.type == .checkbox, let wording = value.wording, !value.isMark, field.answers(wording) else {
            return value
        }
        return .flag(true)
    }
}
