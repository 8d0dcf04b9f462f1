package import FailureModel
import FormImport
package import FormModel
import Foundation
import Values

/// The confirmation of mappings.
extension ColumnMapping {
    /// Returns the failure for columns that nobody has confirmed, of all columns of a table.
    package static func needed(for guesses: [String], of count: Int) -> Failure {
        Failure(
            .mappingNeeded,
            "\(guesses.count) of \(count.counted("column")) match their field only by a guess: "
                + "\(guesses.map(\.quoted).listed(listed)); nothing was written.")
    }

    /// Returns the mapping with the completed columns of an earlier one of the form.
    package func keeping(_ earlier: ColumnMapping) -> ColumnMapping {
        guard earlier.form == form else { return self }
        let known = Dictionary(earlier.columns.map { ($0.name, $0) }) { first, _ in first }
        var kept = self
        kept.columns = columns.map { column in
            guard var known = known[column.name] else { return column }
            // A field that a person chose among several is kept before it is confirmed, too.
            guard known.isConfirmed || column.fields.isEmpty && !known.fields.isEmpty else { return column }
            (known.value, known.candidates) = (column.value, nil)
            return known
        }
        return kept
    }

    /// Returns the mapping with the columns of another that it does not have itself.
    package func adding(_ other: ColumnMapping?) -> ColumnMapping {
        let own = Set(columns.map(\.name))
        return ColumnMapping(
            form: form, sheet: sheet ?? other?.sheet,
            columns: columns + (other?.columns ?? []).filter { !own.contains($0.name) })
    }

    /// Checks that the mapping is confirmed and was made for a form.
    ///
    /// - Parameter sha256: the digest of the form's bytes.
    /// - Throws: `fields_mismatch`, `mapping_needed`.
    package func check(form sha256: String) throws(Failure) {
        guard form == sha256 else {
            throw Failure(
                .fieldsMismatch, "The mapping was made for another form; make it again for this one.")
        }
        guard unconfirmed.isEmpty else {
            throw Failure(
                .mappingNeeded,
                "The mapping is not confirmed for \(unconfirmed.map(\.name.quoted).listed(Self.listed)): check the "
                    + "fields and set confirmed: true.")
        }
    }

    /// Maximum number of columns that a message lists.
    package static let listed = 12
}
