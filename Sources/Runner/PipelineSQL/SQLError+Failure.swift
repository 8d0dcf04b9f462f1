public import FailureModel
import Pipeline
public import SQL

extension SQLError: FailureConvertible {
    /// The failure for a user, if the error can be remedied.
    public var failure: Failure {
        switch kind {
        case .diskFull: Failure(.diskFull, "The disk of the store is full.", underlying: description)
        case .readOnly: Failure(.diskReadOnly, "The store is read-only.", underlying: description)
        case .diskError:
            Failure(.diskError, "The disk of the store reported an error.", underlying: description)
        case .busy, .interrupted: Failure(.storeUnavailable, "The store is busy.", underlying: description)
        case .damaged:
            Failure(.storeDamaged, "The database of the store is damaged.", underlying: description)
        case .unreachable:
            Failure(.storeUnavailable, reason ?? "The store cannot be read.", underlying: description)
        case .commitUnknown:
            Failure(
                .storeUnavailable, "The store was lost during a change, which may have been made.",
                underlying: description)
        case .uniqueViolation, .foreignKeyViolation, .notNullViolation, .checkViolation, .refused, .statement,
            .other:
            Failure(.internalError, "An unexpected error of the database occurred.", underlying: description)
        }
    }
}
