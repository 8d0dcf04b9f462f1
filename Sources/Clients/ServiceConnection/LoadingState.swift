import Foundation

/// The state of something that a screen loads or sends.
public enum LoadingState: Sendable, Equatable {
    /// Nothing was requested yet.
    case idle
    /// A request is under way.
    case loading
    /// The last request succeeded.
    case loaded
    /// The last request failed, with the message to show.
    case failed(String)

    /// Whether a request is under way.
    public var isLoading: Bool { self == .loading }

    /// The message of the last failure.
    public var problem: String? {
        guard case .failed(let message) = self else { return nil }
        return message
    }

    /// Returns the state after an error, or `nil` for a cancelled request.
    package static func after(_ error: any Error) -> LoadingState? {
        if error is CancellationError || (error as? URLError)?.code == .cancelled { return nil }
        if let error = error as? RequestError { return .failed(error.message) }
        if error is URLError { return .failed("The service cannot be reached. Check the connection and try again.") }
        if error is DecodingError { return .failed("The service answered in a way that this app does not understand.") }
        return .failed((error as? any LocalizedError)?.errorDescription ?? "\(error)")
    }
}
