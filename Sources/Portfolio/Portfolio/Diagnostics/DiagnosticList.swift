import FailureModel
import Values

/// Collects the errors in the form and the content of a file.
struct DiagnosticList {
    private let file: WrittenFile
    /// The prefix of each key, such as `edition.`.
    private var prefix = ""
    private var failures: [Failure]
    /// Positions of malformed values, which have no content to check.
    private let misshapen: Set<WrittenFile.Position>

    /// The maximum number of reported errors.
    static let limit = 100

    /// Creates a list with the errors of a file's form.
    init(_ file: WrittenFile) {
        self.file = file
        failures = file.diagnostics
        misshapen = Set(file.diagnostics.compactMap(\.position))
    }

    /// Whether the list accepts no more errors.
    var isFull: Bool { failures.count >= Self.limit }

    /// Adds an error of a value, or of its key.
    mutating func add(
        _ code: ErrorCode, _ key: String, _ message: String, hint: String? = nil, isAboutKey: Bool = false
    ) {
        guard !isFull else { return }
        let key = prefix + key
        if let label = file.labels[key] {
            failures.append(Failure(code, "\(label): \(message)", hint: hint, at: .field(label)))
            return
        }
        let position = (isAboutKey ? file.keys[key] : nil) ?? file.position(ofValue: key)
        if let position, misshapen.contains(position) { return }
        let location: Failure.Location =
            file.name.map { .file($0, line: position?.line, column: position?.column) } ?? .field(key)
        failures.append(Failure(code, "\(key): \(message)", hint: hint, at: location))
    }

    /// Adds an error if a text is too long.
    mutating func check(_ text: String?, _ key: String, limit: Int) {
        guard let text, PortfolioLimits.failure(of: text, key, limit: limit) != nil else { return }
        add(.textTooLong, key, "It has \(text.scalarCount) characters; at most \(limit) are allowed.")
    }

    /// Adds an error if a text is not a day.
    mutating func check(day text: String?, _ key: String) {
        guard let text, CalendarDay(text) == nil else { return }
        add(.malformedPortfolio, key, "It is not a day such as 2026-01-31.")
    }

    /// Adds errors of values with a key prefix, such as `edition.`.
    mutating func add(under prefix: String, _ body: (inout DiagnosticList) -> Void) {
        let outer = self.prefix
        self.prefix += prefix
        body(&self)
        self.prefix = outer
    }

    /// The errors in line order; those without a line follow.
    var inOrder: [Failure] {
        failures.enumerated().sorted { left, right in
            let (first, second) = (left.element.position, right.element.position)
            guard let first, let second, first != second else {
                return (first == nil) == (second == nil) ? left.offset < right.offset : first != nil
            }
            return first < second
        }.map(\.element)
    }

    /// Throws all errors as one failure.
    func check() throws(Failure) {
        if let failure = Failure(all: inOrder) { throw failure }
    }
}

extension Failure {
    fileprivate var position: WrittenFile.Position? {
        guard case .file(_, let line?, let column) = location else { return nil }
        return .init(line: line, column: column ?? 1)
    }
}
