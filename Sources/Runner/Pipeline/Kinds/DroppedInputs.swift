public import FailureModel
public import Foundation

/// A file of inputs in a watched folder, with its companion.
public struct DroppedInputs: Sendable {
    /// The bytes of the file.
    public var bytes: Data
    /// The name of the file, for messages.
    public var fileName: String
    /// The bytes of the companion, if there is one.
    public var companion: Data?
    /// The name of the companion, for messages.
    public var companionName: String

    /// Creates inputs.
    public init(bytes: Data, fileName: String, companion: Data? = nil, companionName: String = "") {
        self.bytes = bytes
        self.fileName = fileName
        self.companion = companion
        self.companionName = companionName
    }
}

/// A reason not to use the inputs of a drop.
///
/// Its files help a person to remove the reason.
public struct InputObjection: Sendable {
    /// A file for the people who maintain the folder.
    public struct File: Sendable {
        /// The part of the file name after the stem, such as `map.yaml`.
        public var suffix: String
        /// The bytes of the file.
        public var bytes: Data

        /// Creates a file.
        public init(suffix: String, bytes: Data) {
            self.suffix = suffix
            self.bytes = bytes
        }
    }

    /// The reason.
    public var failure: Failure
    /// The files.
    public var files: [File]

    /// Creates an objection.
    public init(_ failure: Failure, files: [File] = []) {
        self.failure = failure
        self.files = files
    }
}
