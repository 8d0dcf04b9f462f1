public import FailureModel
import Values

/// A mistake in a document, with its position.
public struct PortableTextError: Error, Hashable, Sendable {
    /// The kinds of errors.
    public enum Reason: String, Hashable, Sendable, CaseIterable {
        /// The text is not JSON.
        case invalidJSON
        /// The type of a block or object, or its style, has no renderer.
        case unsupportedBlockType
        /// The decorator or the type of annotation has no renderer.
        case unsupportedMarkType
        /// A required member is missing.
        case missingRequiredField
        /// Blocks or JSON values are nested more deeply than allowed.
        case nestedContentTooDeep
        /// A member has a wrong type, or a limit is exceeded.
        case malformedStructure
        /// A well-formed element cannot be rendered, such as an unavailable picture.
        case rendering
    }

    /// The kind of error.
    public var reason: Reason
    /// One sentence that does not quote the document.
    public var message: String
    /// The key of the faulty block, if any.
    public var key: String?
    /// The path of 0-based indices to the faulty block.
    ///
    /// The first index is among the document's blocks, the next among the children of that block, and so on. It is
    /// empty if no block is at fault.
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

    /// False, since the document has the same mistake in every attempt.
    public var isTransient: Bool { false }

    /// The failure with the reason's code.
    public var failure: Failure { Failure(reason.code, description) }
}

extension PortableTextError.Reason {
    /// The corresponding error code.
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
