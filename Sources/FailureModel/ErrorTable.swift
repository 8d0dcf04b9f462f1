/// What one code means, and how it reaches shells and HTTP clients.
public struct ErrorRow: Hashable, Sendable {
    /// The code.
    public let code: ErrorCode
    /// The exit status of the command line: from 3 to 125, or 130; 64 is a wrong command line.
    public let exitStatus: Int32
    /// The status of an HTTP answer.
    public let httpStatus: Int
    /// What went wrong, as a sentence.
    public let meaning: String
    /// What to do about it, as a sentence.
    public let remedy: String

    /// A row of the table.
    public init(_ code: ErrorCode, exit exitStatus: Int32, http httpStatus: Int, _ meaning: String, _ remedy: String) {
        self.code = code
        self.exitStatus = exitStatus
        self.httpStatus = httpStatus
        self.meaning = meaning
        self.remedy = remedy
    }
}

/// The one table from codes to exit statuses, HTTP statuses and documentation, put together from the rows of each module
/// and of each kind of content.
public struct ErrorTable: Sendable {
    /// All rows, in the order given.
    public let rows: [ErrorRow]
    private let byCode: [ErrorCode: ErrorRow]

    /// Puts lists of rows together. Of rows for one code the first counts.
    public init(_ lists: [ErrorRow]...) {
        self.init(lists.flatMap { $0 })
    }

    /// The same for rows that are together already.
    public init(_ rows: [ErrorRow]) {
        self.rows = rows
        byCode = Dictionary(rows.map { ($0.code, $0) }) { first, _ in first }
    }

    /// The row of a code; `nil` for a code that no module of this program declares.
    public subscript(code: ErrorCode) -> ErrorRow? { byCode[code] }

    /// The exit status of a code; that of `internal_error` for an unknown one.
    public func exitStatus(of code: ErrorCode) -> Int32 { byCode[code]?.exitStatus ?? 70 }

    /// The HTTP status of a code; 500 for an unknown one.
    public func httpStatus(of code: ErrorCode) -> Int { byCode[code]?.httpStatus ?? 500 }

    /// The rows as a Markdown table, as `docs/errors.md` has it.
    public var markdown: String {
        let head = "| code | status | HTTP | meaning | what to do |\n|---|---|---|---|---|\n"
        return head
            + rows.sorted { $0.exitStatus < $1.exitStatus }.map { row in
                "| `\(row.code)` | \(row.exitStatus) | \(row.httpStatus) | \(row.meaning) | \(row.remedy) |\n"
            }.joined()
    }
}
