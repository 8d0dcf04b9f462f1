import CPQ
import SQL

extension SQLError {
    /// Creates the error for a code of the server.
    ///
    /// - Parameters:
    ///   - state: the five characters of `SQLSTATE`.
    ///   - message: the server's words without its details, which contain values of rows.
    ///   - sql: the statement.
    init(state: String, message: String, sql: String) {
        let words = Self.areValueFree(state) ? message : "refused by the server"
        let statement = sql.count > 300 ? sql.prefix(300) + "…" : sql[...]
        self.init(Self.kind(of: state), "PostgreSQL error \(state): \(words) - while executing `\(statement)`")
    }

    /// Whether the words for a code never quote a value that was bound or stored.
    ///
    /// Those of class 22 do: `invalid input syntax for type bigint: "…"`.
    private static func areValueFree(_ state: String) -> Bool {
        ["0A", "08", "23", "25", "28", "3D", "40", "42", "53", "54", "55", "57", "58", "P0"].contains(state.prefix(2))
            || ["XX001", "XX002"].contains(state)
    }

    private static func kind(of state: String) -> Kind {
        switch state {
        case "23505", "23P01": return .uniqueViolation
        case "23503": return .foreignKeyViolation
        case "23502": return .notNullViolation
        case "23514": return .checkViolation
        case "P0001": return .refused
        case "25006": return .readOnly
        case "53100": return .diskFull
        case "40001", "40P01", "53000", "53200", "53300", "55006", "55P03": return .busy
        case "57014": return .interrupted
        case "57P01", "57P02", "57P03", "57P04", "57P05", "25P03": return .unreachable
        case "XX001", "XX002": return .damaged
        case "58030": return .diskError
        default: break
        }
        return switch state.prefix(2) {
        case "08", "28", "3D": .unreachable
        case "22", "23", "42", "0A", "3F": .statement
        default: .other
        }
    }

    /// Whether a code says that the same transaction may succeed when it is repeated.
    ///
    /// It is a deadlock or a conflict with another transaction.
    static func isRepeatable(_ state: String) -> Bool { ["40001", "40P01"].contains(state) }

    /// Creates the error for a connection that was lost or cannot be made.
    ///
    /// - Parameters:
    ///   - message: libpq's words, of which lines with details and hints are left out.
    ///   - action: what was being done.
    init(connectionMessage message: String, while action: String) {
        let lines = message.split(separator: "\n").map { $0.drop { $0 == " " || $0 == "\t" } }
            .filter { !$0.hasPrefix("DETAIL:") && !$0.hasPrefix("HINT:") && !$0.isEmpty }
        // libpq does not tell the code of a refused connection.
        let isCrowded = lines.contains { $0.contains("too many") || $0.contains("connection slots") }
        let cause = ConnectionCause(lines.map(String.init))
        self.init(
            isCrowded ? .busy : .unreachable,
            "PostgreSQL cannot be reached while \(action): \(lines.joined(separator: " "))",
            reason: cause?.sentence, isMistake: cause?.isMistake ?? false)
    }
}
