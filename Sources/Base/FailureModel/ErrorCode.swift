/// The stable name of a kind of failure, in snake case, such as `disk_full`.
///
/// Each module declares its codes as static members with their statuses and sentences, and lists them for an
/// ``ErrorTable``.
public struct ErrorCode: RawRepresentable, Hashable, Sendable, Codable, CustomStringConvertible {
    /// The name as programs see it.
    public let rawValue: String

    /// The declared statuses and sentences; nil for a code from elsewhere.
    let declaration: Declaration?

    final class Declaration: Sendable {
        let exitStatus: Int32
        let httpStatus: Int
        let meaning: String
        let remedy: String
        let isWorthAnotherTry: Bool

        init(
            exitStatus: Int32, httpStatus: Int, meaning: String, remedy: String, isWorthAnotherTry: Bool
        ) {
            self.exitStatus = exitStatus
            self.httpStatus = httpStatus
            self.meaning = meaning
            self.remedy = remedy
            self.isWorthAnotherTry = isWorthAnotherTry
        }
    }

    /// Creates a code from any name.
    ///
    /// Codes also come from other processes, and from stores written by newer versions.
    public init(rawValue: String) {
        self.rawValue = rawValue
        declaration = nil
    }

    /// Creates a code with a row elsewhere, as ``init(rawValue:)`` does.
    public init(_ name: String) {
        self.init(rawValue: name)
    }

    /// Declares a code.
    ///
    /// - Parameters:
    ///   - name: the name.
    ///   - exitStatus: the exit status of the command line (``ErrorRow/exitStatus``).
    ///   - httpStatus: the status of an HTTP response.
    ///   - meaning: what went wrong, as a sentence.
    ///   - remedy: what to do about it, as a sentence.
    ///   - isWorthAnotherTry: whether the same bytes may succeed another time (``ErrorRow/isWorthAnotherTry``).
    public init(
        _ name: String, exit exitStatus: Int32, http httpStatus: Int, _ meaning: String, _ remedy: String,
        isWorthAnotherTry: Bool = false
    ) {
        rawValue = name
        declaration = Declaration(
            exitStatus: exitStatus, httpStatus: httpStatus, meaning: meaning, remedy: remedy,
            isWorthAnotherTry: isWorthAnotherTry)
    }

    /// Returns the code with sentences that suit a kind of content better.
    public func worded(_ meaning: String? = nil, remedy: String? = nil) -> ErrorCode {
        guard let declaration else { return self }
        return ErrorCode(
            rawValue, exit: declaration.exitStatus, http: declaration.httpStatus, meaning ?? declaration.meaning,
            remedy ?? declaration.remedy, isWorthAnotherTry: declaration.isWorthAnotherTry)
    }

    /// Compares the names.
    public static func == (left: ErrorCode, right: ErrorCode) -> Bool { left.rawValue == right.rawValue }

    /// Hashes the name.
    public func hash(into hasher: inout Hasher) { hasher.combine(rawValue) }

    /// The name.
    public var description: String { rawValue }
}
