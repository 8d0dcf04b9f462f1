import GRDB
import SQL

extension SQLError {
    /// Creates the error for one of SQLite's.
    init(_ error: DatabaseError) {
        self.init(Self.kind(of: error), error.description)
    }

    private static func kind(of error: DatabaseError) -> Kind {
        switch error.extendedResultCode {
        case .SQLITE_CONSTRAINT_UNIQUE, .SQLITE_CONSTRAINT_PRIMARYKEY, .SQLITE_CONSTRAINT_ROWID: return .uniqueViolation
        case .SQLITE_CONSTRAINT_FOREIGNKEY: return .foreignKeyViolation
        case .SQLITE_CONSTRAINT_NOTNULL: return .notNullViolation
        case .SQLITE_CONSTRAINT_CHECK: return .checkViolation
        case .SQLITE_CONSTRAINT_TRIGGER: return .refused
        default: break
        }
        return switch error.resultCode {
        case .SQLITE_BUSY, .SQLITE_LOCKED: .busy
        case .SQLITE_INTERRUPT: .interrupted
        case .SQLITE_FULL: .diskFull
        case .SQLITE_IOERR: .diskError
        case .SQLITE_READONLY: .readOnly
        case .SQLITE_CORRUPT, .SQLITE_NOTADB: .damaged
        case .SQLITE_CANTOPEN: .unreachable
        case .SQLITE_ERROR, .SQLITE_CONSTRAINT, .SQLITE_MISMATCH: .statement
        default: .other
        }
    }

    /// Runs a closure and throws SQLite's errors as this type.
    static func converting<Result>(_ body: () throws -> Result) throws -> Result {
        do {
            return try body()
        } catch let error as DatabaseError {
            throw SQLError(error)
        }
    }
}
