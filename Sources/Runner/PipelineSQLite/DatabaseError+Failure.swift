public import FailureModel
public import GRDB
import Pipeline

extension DatabaseError: FailureConvertible {
    /// The failure for a user, if SQLite's error can be remedied.
    public var failure: Failure {
        switch resultCode {
        case .SQLITE_FULL: Failure(.diskFull, "The disk of the store is full.", underlying: description)
        case .SQLITE_READONLY: Failure(.diskReadOnly, "The store is read-only.", underlying: description)
        case .SQLITE_IOERR:
            Failure(.diskError, "The disk of the store reported an error.", underlying: description)
        case .SQLITE_BUSY, .SQLITE_LOCKED:
            Failure(.storeUnavailable, "The store is busy.", underlying: description)
        case .SQLITE_CORRUPT, .SQLITE_NOTADB:
            Failure(.storeDamaged, "The database of the store is damaged.", underlying: description)
        case .SQLITE_CANTOPEN:
            Failure(.storeUnavailable, "The store cannot be read.", underlying: description)
        default: Failure(.internalError, "An unexpected DatabaseError occurred.", underlying: description)
        }
    }
}

extension DatabaseError {
    /// Whether the file is at fault rather than the machine.
    ///
    /// It is damaged or has other tables than expected.
    package var isFaultOfFile: Bool {
        [.SQLITE_ERROR, .SQLITE_CORRUPT, .SQLITE_NOTADB, .SQLITE_CONSTRAINT, .SQLITE_MISMATCH].contains(resultCode)
    }
}
