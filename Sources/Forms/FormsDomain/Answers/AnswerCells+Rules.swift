import FailureModel
import FormImport
import FormModel

extension AnswerCells {
    /// Maximum number of characters of a corrected value.
    package static let valueLimit = 10_000

    /// Checks a corrected value; messages do not contain it.
    ///
    /// - Throws: `Failure`: `unknown_field`, `wrong_type`, `value_too_long`.
    func check(_ value: String?, for field: String) throws(Failure) {
        guard let cell = cells.first(where: { $0.field == field }) else {
            throw Failure(.unknownField, "The filled copy has no field \(field.abridged(to: 200)).")
        }
        // A value that is confirmed stays as it was read.
        guard let value, value != cell.text else { return }
        guard value.unicodeScalars.count <= Self.valueLimit else {
            throw Failure(
                .valueTooLong,
                "\(cell.label.quoted): a value has at most \(Self.valueLimit) characters.", at: .field(field))
        }
        if let options = cell.options, !options.contains(value) {
            throw Failure(
                .wrongType, "\(cell.label.quoted): the value must be one of the field's options.", at: .field(field))
        }
        let isAllowed = value.unicodeScalars.allSatisfy {
            $0 == "\n" || $0 == "\t" || $0.properties.generalCategory != .control
        }
        guard isAllowed else {
            throw Failure(.wrongType, "\(cell.label.quoted): the value has a control character.", at: .field(field))
        }
    }
}
