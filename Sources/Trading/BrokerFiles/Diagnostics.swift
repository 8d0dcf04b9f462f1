import FailureModel

/// The errors found in a file.
///
/// Messages name columns and elements by the reader's own names, and never quote the file's content.
struct Diagnostics {
    private let file: String
    private let limit: Int
    private var failures: [Failure] = []
    /// The number of errors, including unlisted ones.
    private(set) var count = 0

    init(file: String, limit: Int) {
        self.file = file
        self.limit = limit
    }

    /// Adds an error with optional 1-based position.
    ///
    /// A column is that of the table, or a character of the line.
    mutating func add(_ code: ErrorCode, _ message: String, line: Int? = nil, column: Int? = nil, hint: String? = nil) {
        count += 1
        guard failures.count < limit else { return }
        failures.append(Failure(code, message, hint: hint, at: .file(file, line: line, column: column)))
    }

    /// Adds the errors of another list.
    mutating func add(_ other: Diagnostics) {
        count += other.count
        failures += other.failures.prefix(max(0, limit - failures.count))
    }

    /// Removes the columns of the errors, which are not those of the file.
    mutating func forgetColumns() {
        for index in failures.indices {
            guard case .file(let name, let line, _) = failures[index].location else { continue }
            failures[index] = Failure(
                failures[index].code, failures[index].message, hint: failures[index].hint,
                at: .file(name, line: line, column: nil))
        }
    }

    /// All errors in the order of their positions, as one failure; `nil` without errors.
    ///
    /// Errors of a whole row come after those of its cells, and those of the whole file at the end.
    var failure: Failure? {
        var all = failures.sorted { $0.place < $1.place }
        if let last = all.last, count > all.count {
            all.append(
                Failure(
                    last.code, "There are \(count - all.count) more errors.",
                    at: .file(file, line: nil, column: nil)))
        }
        return Failure(all: all)
    }
}

extension Failure {
    /// The sort key: line and column; errors without them come last.
    fileprivate var place: (line: Int, column: Int) {
        guard case .file(_, let line, let column) = location else { return (.max, .max) }
        return (line ?? .max, column ?? .max)
    }
}
