import Observation

/// The requests of a screen with their state.
///
/// Only the newest request changes the screen. A screen that is left cancels its request and keeps the earlier state.
@MainActor @Observable package final class ScreenRequest {
    /// The state of the newest request.
    package private(set) var state = LoadingState.idle
    @ObservationIgnored private var number = 0
    @ObservationIgnored private var before = LoadingState.idle

    /// Creates the state of a screen without a request.
    package init() {}

    /// Runs a request, and shows its answer unless a newer request has begun.
    package func run<Answer>(_ request: () async throws -> Answer, show: (Answer) -> Void) async {
        let number = begin()
        do {
            let answer = try await request()
            guard isNewest(number) else { return }
            show(answer)
            succeed()
        } catch {
            fail(error, of: number)
        }
    }

    /// Forgets the requests so far.
    package func reset() {
        number += 1
        state = .idle
    }

    /// Shows an error of something other than a request, such as a stream of changes.
    package func report(_ error: any Error) {
        if let failed = LoadingState.after(error) { state = failed }
    }

    // MARK: Requests in several steps

    /// Begins a request, and returns its number.
    package func begin() -> Int {
        if !state.isLoading { before = state }
        state = .loading
        number += 1
        return number
    }

    /// Whether no newer request has begun.
    package func isNewest(_ request: Int) -> Bool { request == number }

    /// Ends the newest request.
    package func succeed() { state = .loaded }

    /// Ends a request by an error, unless a newer one has begun.
    package func fail(_ error: any Error, of request: Int) {
        if isNewest(request) { state = LoadingState.after(error) ?? before }
    }
}
