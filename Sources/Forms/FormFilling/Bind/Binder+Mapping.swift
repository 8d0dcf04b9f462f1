package import FailureModel
import FormImport
package import FormModel
import Values

extension ColumnMapping {
    /// Matches the columns of a table.
    ///
    /// Where each row has its own keys, all rows are read.
    ///
    /// - Parameters:
    ///   - rows: the table.
    ///   - binder: finds the fields.
    ///   - sha256: the digest of the form's bytes.
    /// - Throws: an error of reading the table.
    package init(of rows: any ValueRows, by binder: Binder, form sha256: String) throws(Failure) {
        var (rows, keys, values) = (rows, rows.keys ?? [], [String: ValueEntry]())
        let isFixed = rows.keys != nil
        while let row = try rows.next() {
            for entry in (try? row.entries.get()) ?? [] where values[entry.key] == nil {
                guard isFixed || keys.count < Self.columnLimit else { continue }
                values[entry.key] = entry
                if !isFixed { keys.append(entry.key) }
            }
            if isFixed { break }
        }
        self = binder.mapping(of: keys, values: Array(values.values), form: sha256)
    }
}

/// Keys that must be exact, and mappings where they are not.
extension Binder {
    /// Returns a binder that refuses keys which do not identify their field exactly.
    package func refusingGuesses() -> Binder {
        var copy = self
        copy.isExact = true
        return copy
    }

    /// Returns a binder with those mapped fields that the form still has.
    ///
    /// Columns of other fields are matched as without a mapping.
    package func applyingKept(_ mapping: ColumnMapping) -> Binder {
        var copy = self
        for column in mapping.columns { try? copy.apply(column) }
        return copy
    }

    /// Returns a binder that puts keys into the fields of a mapping.
    ///
    /// - Throws: `fields_mismatch` for a field that the form does not have, or that has another label by now.
    package func applying(_ mapping: ColumnMapping) throws(Failure) -> Binder {
        var copy = self
        for column in mapping.columns { try copy.apply(column) }
        return copy
    }

    private mutating func apply(_ column: ColumnMapping.Column) throws(Failure) {
        if column.fields.isEmpty {
            leftOut.insert(column.name)
        } else {
            known[column.name] = (try index.target(of: column), .mapping)
        }
    }

    /// Returns whether a mapping leaves the values of a key out.
    package func leavesOut(_ key: String) -> Bool { leftOut.contains(key) }

    /// Returns the fields of keys as a mapping to be confirmed.
    ///
    /// A key that identifies no single field has none, but the fields that it fits as candidates.
    ///
    /// - Parameters:
    ///   - keys: the keys.
    ///   - entries: the first values of the keys.
    ///   - valuesDecide: whether the values of a single record decide among fields with one label.
    ///   - sha256: the digest of the form's bytes.
    /// - Returns: a column for each key; exact ones are confirmed.
    package func mapping(
        of keys: [String], values entries: [ValueEntry], valuesDecide: Bool = false, form sha256: String
    ) -> ColumnMapping {
        let values = Dictionary(entries.map { ($0.key, $0.value) }) { first, _ in first }
        let columns = keys.map { key in
            let value = values[key]?.text.map { $0.abridged(to: Self.shownLength) }
            guard !leftOut.contains(key) else { return ColumnMapping.Column(name: key, fields: [], value: value) }
            return column(key, value, deciding: valuesDecide ? values[key] : nil)
        }
        return ColumnMapping(form: sha256, columns: columns)
    }

    private func column(_ key: String, _ value: String?, deciding: FieldValue?) -> ColumnMapping.Column {
        do throws(Failure) {
            // The operator ?? would lose the type of the error.
            let (target, match) = if let found = known[key] { found } else { try index.target(of: key, for: deciding) }
            var column = ColumnMapping.Column(
                name: key, fields: index.name(of: target), match: match, value: value, isConfirmed: !match.isGuess)
            index.describe(&column, target)
            return column
        } catch {
            let candidates = error.code == .ambiguousField ? index.candidates(error.fields, for: key) : []
            return ColumnMapping.Column(
                name: key, fields: [], value: value, candidates: candidates.isEmpty ? nil : candidates,
                isConfirmed: false)
        }
    }

    /// Returns a mapping with the places of fields that a person added by name only.
    package func describing(_ mapping: ColumnMapping) -> ColumnMapping {
        var mapping = mapping
        for place in mapping.columns.indices {
            let column = mapping.columns[place]
            guard column.label.isEmpty, !column.fields.isEmpty, let target = try? index.target(of: column) else {
                continue
            }
            index.describe(&mapping.columns[place], target)
        }
        return mapping
    }

    /// Returns notes on known keys that are neither a name nor a whole, certain label.
    package func notes(on keys: [String]) -> [String] {
        keys.compactMap { key in
            guard let (target, match) = known[key], let note = match.note(key: key) else { return nil }
            return "\(key.quoted) goes into \(index.describe(target)). \(note)"
        }
    }

    /// Maximum length of a value in a mapping, in Unicode scalars.
    private static let shownLength = 60

    /// Returns the fields of a key, unless they are a guess that is refused.
    ///
    /// - Throws: `mapping_needed`.
    func exact(
        _ found: (target: FieldIndex.Target, match: BoundValue.Match), _ key: String
    ) throws(Failure) -> (FieldIndex.Target, BoundValue.Match) {
        guard isExact, found.match.isGuess else { return found }
        throw Failure(
            .mappingNeeded,
            "The key \(key.quoted) is not exactly the name or label of a field; the nearest is "
                + "\(index.describe(found.target)).",
            hint: "Use its name or whole label as the key, or confirm a mapping.",
            at: .fields([found.target.first.name]))
    }
}
