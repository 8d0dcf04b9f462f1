import FailureModel
import Foundation
import Pipeline
import Synchronization

/// Analyses pages, one of which fails until ``recover()``, and counts its attempts.
final class UnreliableReader: Sendable {
    private struct State {
        var failure: Failure?
        var attempts: [String: Int] = [:]
    }

    private let failing: String
    private let state: Mutex<State>

    /// Creates a reader that fails for a page with a text.
    init(failing text: String, with code: ErrorCode) {
        failing = text
        state = Mutex(State(failure: Failure(code, "The page was not read.")))
    }

    /// The kind of pages.
    var kind: ContentKind { ContentKind("page", processing: [.init(Read(reader: self))], filling: []) }

    /// How often each text was read.
    var attempts: [String: Int] { state.withLock(\.attempts) }

    /// Makes every later attempt succeed.
    func recover() {
        state.withLock { $0.failure = nil }
    }

    private func failure(of text: String) -> Failure? {
        state.withLock { state in
            state.attempts[text, default: 0] += 1
            return text == failing ? state.failure : nil
        }
    }

    private struct Read: Stage {
        let name: StageName = "read"
        let reader: UnreliableReader

        func run(_ context: StageContext) async throws -> StageOutcome {
            let bytes = try context.original()
            if let failure = reader.failure(of: String(decoding: bytes, as: UTF8.self)) { return .fail(failure) }
            return .done([try context.put(bytes, named: "text.txt", mediaType: "text/plain")])
        }
    }
}
