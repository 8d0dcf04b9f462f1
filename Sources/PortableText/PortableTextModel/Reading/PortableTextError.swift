public import FailureModel
import Values

/// What is wrong with a document, and where.
public struct PortableTextError: Error, Hashable, Sendable {
    /// The kinds of errors.
    public enum Reason: String, Hashable, Sendable, CaseIterable {
        /// The text is not JSON.
        case invalidJSON
        /// No renderer is known for a type of block or object, or for a style.
        case unsupportedBlockType
        /// No renderer is known for a decorator or a type of annotation.
        case unsupportedMarkType
        /// A member is missing without which the element has no meaning.
        case missingRequiredField
        /// Blocks are nested more deeply than the mode allows, or JSON more deeply than the limit.
        case nestedContentTooDeep
        /// A member has another type than it must have, or a limit is exceeded.
        case malformedStructure
        /// A well-formed element cannot be rendered, such as a picture that is not available.
        case rendering
    }

    /// The kind of error.
    public var reason: Reason
    /// One sentence without any of the document's text.
    public var message: String
    /// The key of the block that is at fault; nil if no block is.
    public var key: String?
    /// The position of the block: its index among the document's blocks, then among the children of that block, and so
    /// on, from 0; empty if no block is at fault.
    public var indexPath: [Int]

    /// Creates an error.
    public init(_ reason: Reason, _ message: String, key: String? = nil, indexPath: [Int] = []) {
        self.reason = reason
        self.message = message
        self.key = key
        self.indexPath = indexPath
    }
}

extension PortableTextError: StageError, CustomStringConvertible {
    /// The message with the block's position and key.
    public var description: String {
        guard !indexPath.isEmpty else { return message }
        let place = indexPath.map(String.init).joined(separator: ".")
        let key = key.map { ", key \($0.quoted)" } ?? ""
        return "Block \(place)\(key): \(message)"
    }

    /// False: the document has the same mistake in every attempt.
    public var isTransient: Bool { false }

    /// The failure with the reason's code.
    public var failure: Failure { Failure(reason.code, description) }
}

extension PortableTextError.Reason {
    /// The code under which programs see the error.
    public var code: ErrorCode {
        switch self {
        case .invalidJSON: .invalidJSON
        case .unsupportedBlockType: .unsupportedBlockType
        case .unsupportedMarkType: .unsupportedMarkType
        case .missingRequiredField: .missingRequiredField
        case .nestedContentTooDeep: .nestedContentTooDeep
        case .malformedStructure: .malformedStructure
        case .rendering: .renderingFailed
        }
    }
}
