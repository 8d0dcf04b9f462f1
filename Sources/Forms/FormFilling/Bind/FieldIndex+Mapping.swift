import FailureModel
import FormImport
import FormModel
import Values

/// The names of targets in mappings.
extension FieldIndex {
    /// Returns the names of a target's fields, or of its question.
    func name(of target: Target) -> [String] {
        if target.use == .choice, let group = target.first.group { return [group.name] }
        var seen: Set<String> = []
        return target.fields.map(\.name).filter { seen.insert($0).inserted }
    }

    /// Adds the description of a target to its column.
    func describe(_ column: inout ColumnMapping.Column, _ target: Target) {
        let field = target.first
        column.label = target.use == .choice ? field.group?.label ?? field.label : field.label
        (column.section, column.page) = (field.section, field.page + 1)
        if column.fields.count > 1 { column.candidates = candidates(column.fields, for: column.name) }
    }

    /// Returns the fields that an ambiguous heading may mean, by their names.
    ///
    /// A question has the name of its first box.
    func candidates(_ names: [String], for heading: String) -> [ColumnMapping.Candidate] {
        let start = LabelText.normalised(FieldKey(heading).text)
        return names.prefix(Self.mostCandidates).compactMap { name in
            guard let field = byName[name]?.first else { return nil }
            let question = field.group.flatMap { group in
                LabelText.normalised(field.label).contains(start) || group.label.isEmpty ? nil : group
            }
            return ColumnMapping.Candidate(
                field: question?.name ?? name, label: question?.label ?? field.label, section: field.section,
                page: field.page + 1)
        }
    }

    /// Maximum number of candidates of a column.
    private static let mostCandidates = 20

    /// Returns the target of a column in a mapping.
    ///
    /// - Throws: `fields_mismatch`.
    func target(of column: ColumnMapping.Column) throws(Failure) -> Target {
        let target: Target
        if let own = try? self.target(of: column.name).0, name(of: own) == column.fields {
            // A value is divided among several fields as without a mapping.
            target = own
        } else {
            var named: [Target] = []
            for name in column.fields {
                guard let one = self.named(name) else {
                    throw Failure(
                        .fieldsMismatch,
                        "The form has no field named \(name.quoted), into which the mapping puts \(column.name.quoted)."
                    )
                }
                named.append(one)
            }
            target = combined(named, for: nil) ?? Target(fields: named.flatMap(\.fields))
        }
        let labels = [target.first.group?.label, target.first.label].compactMap(\.self).map(LabelText.normalised)
        guard column.label.isEmpty || labels.contains(LabelText.normalised(column.label)) else {
            // Names such as p1f7 may mean another field after the detector has changed.
            throw Failure(
                .fieldsMismatch,
                "The field \(column.fields[0].quoted) of the column \(column.name.quoted) is labelled "
                    + "\(target.first.label.quoted), not as the mapping says: check it, then correct or remove its label."
            )
        }
        return target
    }
}
