/// The meaning of a code and its statuses for shells and HTTP clients.
public struct ErrorRow: Hashable, Sendable {
    /// The code.
    public let code: ErrorCode
    /// The exit status of the command line.
    ///
    /// It is 3 to 125, 130, 193 to 229, or 230 to 249 for kinds of other packages. Status 64 means a wrong command
    /// line.
    public let exitStatus: Int32
    /// The status of an HTTP response.
    public let httpStatus: Int
    /// What went wrong, as a sentence.
    public let meaning: String
    /// What to do about it, as a sentence.
    public let remedy: String
    /// Whether the same bytes may succeed another time.
    ///
    /// This is so if the machine, its programs or its limits contributed to the failure. Presenting the bytes again
    /// then means another attempt.
    public let isWorthAnotherTry: Bool

    /// Returns the rows of the declared codes.
    ///
    /// Codes without a declaration are left out.
    public static func rows(_ codes: ErrorCode...) -> [ErrorRow] { codes.compactMap { ErrorRow($0) } }

    private init?(_ code: ErrorCode) {
        guard let declaration = code.declaration else { return nil }
        self.code = code
        exitStatus = declaration.exitStatus
        httpStatus = declaration.httpStatus
        meaning = declaration.meaning
        remedy = declaration.remedy
        isWorthAnotherTry = declaration.isWorthAnotherTry
    }
}

/// Maps codes to exit statuses, HTTP statuses and documentation.
///
/// It consists of the rows of each module and of each kind of content.
public struct ErrorTable: Sendable {
    /// All rows, in the order given.
    public let rows: [ErrorRow]
    private let byCode: [ErrorCode: ErrorRow]

    /// Concatenates lists of rows.
    ///
    /// If several rows have the same code, the first one is used.
    public init(_ lists: [ErrorRow]...) {
        self.init(lists.flatMap { $0 })
    }

    /// Creates a table from rows that are already in one list.
    ///
    /// If several rows have the same code, the first one is used.
    public init(_ rows: [ErrorRow]) {
        self.rows = rows
        byCode = Dictionary(rows.map { ($0.code, $0) }) { first, _ in first }
    }

    /// Returns the table with other rows for some of its codes.
    public func reworded(_ rows: [ErrorRow]) -> ErrorTable {
        let words = ErrorTable(rows)
        return ErrorTable(self.rows.map { words[$0.code] ?? $0 })
    }

    /// The row of a code, or `nil` if no module declares it.
    public subscript(code: ErrorCode) -> ErrorRow? { byCode[code] }

    /// Returns the exit status of a code; unknown codes have that of `internal_error`.
    public func exitStatus(of code: ErrorCode) -> Int32 { byCode[code]?.exitStatus ?? 70 }

    /// Returns the HTTP status of a code; unknown codes have 500.
    public func httpStatus(of code: ErrorCode) -> Int { byCode[code]?.httpStatus ?? 500 }

    /// Returns whether the same bytes may succeed another time; false if the code is unknown.
    public func isWorthAnotherTry(_ code: ErrorCode) -> Bool { byCode[code]?.isWorthAnotherTry ?? false }

    /// The rows as the Markdown table in `docs/use/errors.md`.
    public var markdown: String {
        let head = "| code | status | HTTP | meaning | what to do |\n|---|---|---|---|---|\n"
        return head
            + rows.sorted { $0.exitStatus < $1.exitStatus }.map { row in
                "| `\(row.code)` | \(row.exitStatus) | \(row.httpStatus) | \(row.meaning) | \(row.remedy) |\n"
            }.joined()
    }
}
