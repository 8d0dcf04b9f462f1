import FailureModel

/// Collects the mistakes of a file, each with its key and, if it is known, its line.
struct MistakeList {
    private(set) var failures: [Failure] = []
    let file: String?
    let lines: [String: Int]
    /// What stands before each key, such as `edition.`.
    let prefix: String

    /// The greatest number of mistakes that are reported.
    static let limit = 100

    init(file: String? = nil, lines: [String: Int] = [:], prefix: String = "") {
        self.file = file
        self.lines = lines
        self.prefix = prefix
    }

    /// Whether no more mistakes are taken.
    var isFull: Bool { failures.count >= Self.limit }

    /// Adds a mistake.
    mutating func add(_ code: ErrorCode, _ key: String, _ message: String, hint: String? = nil) {
        guard !isFull else { return }
        let key = prefix + key
        let location: Failure.Location = file.map { .file($0, line: lines[key], column: nil) } ?? .field(key)
        failures.append(Failure(code, "\(key): \(message)", hint: hint, at: location))
    }

    /// Adds the mistake of a text that is too long.
    mutating func check(_ text: String?, _ key: String, limit: Int) {
        guard let text, PortfolioLimits.failure(of: text, key, limit: limit) != nil else { return }
        add(.textTooLong, key, "It has \(text.scalarCount) characters; at most \(limit) are allowed.")
    }

    /// Adds the mistake of a text that is no day.
    mutating func check(day text: String?, _ key: String) {
        guard let text, CalendarDay(text) == nil else { return }
        add(.malformedPortfolio, key, "It is not a day such as 2026-01-31.")
    }

    /// Adds other mistakes, as far as there is room.
    mutating func append(_ others: MistakeList) {
        failures += others.failures.prefix(max(0, Self.limit - failures.count))
    }

    /// Throws all mistakes as one failure.
    func check() throws(Failure) {
        if let failure = Failure(all: failures) { throw failure }
    }
}
