/// The stable name of a kind of failure, in snake case, such as `disk_full`.
///
/// Each module declares its codes as static members, each with its statuses and sentences, and lists them for use in an
/// ``ErrorTable``.
public struct ErrorCode: RawRepresentable, Hashable, Sendable, Codable, CustomStringConvertible {
    /// The name as programs see it.
    public let rawValue: String

    /// What a declaration says beside the name; nil for a code that comes from elsewhere.
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

    /// Creates a code from any name, since codes also come from other processes and from stores that newer versions
    /// have written.
    public init(rawValue: String) {
        self.rawValue = rawValue
        declaration = nil
    }

    /// Creates a code that has a row elsewhere; the same as ``init(rawValue:)``.
    public init(_ name: String) {
        self.init(rawValue: name)
    }

    /// Declares a code.
    ///
    /// - Parameters:
    ///   - name: the name.
    ///   - exitStatus: see ``ErrorRow/exitStatus``.
    ///   - httpStatus: the status of an HTTP response.
    ///   - meaning: what went wrong, as a sentence.
    ///   - remedy: what to do about it, as a sentence.
    ///   - isWorthAnotherTry: see ``ErrorRow/isWorthAnotherTry``.
    public init(
        _ name: String, exit exitStatus: Int32, http httpStatus: Int, _ meaning: String, _ remedy: String,
        isWorthAnotherTry: Bool = false
    ) {
        rawValue = name
        declaration = Declaration(
            exitStatus: exitStatus, httpStatus: httpStatus, meaning: meaning, remedy: remedy,
            isWorthAnotherTry: isWorthAnotherTry)
    }

    /// Returns the code with other sentences, which fit a kind of content better.
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
