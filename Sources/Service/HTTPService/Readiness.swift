import Cairo
import FailureModel
import Hummingbird
import Synchronization
import Threads

/// A check of something that the service needs.
public struct ReadinessCheck: Sendable {
    /// The result of a check.
    package enum State: Sendable, Hashable {
        /// The service can work.
        case ready
        /// Unknown, for the given reason.
        case unknown(String)
    }

    /// The name in the response, such as `store`.
    package let name: String
    let check: @Sendable () async throws -> State

    /// Creates a check.
    ///
    /// - Parameters:
    ///   - name: the name in the response.
    ///   - check: returns the state, or throws the cause of a failure.
    package init(_ name: String, _ check: @escaping @Sendable () async throws -> State) {
        self.name = name
        self.check = check
    }

    /// Checks that fonts are installed, for domains that write on pages.
    package static let fonts = ReadinessCheck("fonts") {
        guard try await offPool({ InstalledFonts.count }) > 0 else {
            throw Failure(.missingGlyph, "No fonts are installed.")
        }
        return .ready
    }
}

/// Reports whether the service can work.
///
/// The checks run once every few seconds at most.
final class Readiness: Sendable {
    private struct Finding: Encodable {
        let status: String
        let message: String?
    }

    private struct Answer: Encodable {
        let status: String
        /// The error code, as in every error response.
        let error: ErrorCode?
        let message: String?
        let checks: [String: Finding]
    }

    private struct Known {
        let answer: Answer
        let at: ContinuousClock.Instant
    }

    private let checks: [ReadinessCheck]
    private let known = Mutex<Known?>(nil)

    /// The lifetime of a result.
    ///
    /// Checks write to the disk, and anybody may ask.
    private static let lifetime = Duration.seconds(3)

    /// Creates a report of checks; the first of several with the same name counts.
    init(_ checks: [ReadinessCheck]) {
        var names: Set<String> = []
        self.checks = checks.filter { names.insert($0.name).inserted }
    }

    /// Returns status 200 with the state of each check, or 503 if one fails.
    func response() async -> Response {
        let answer: Answer
        if let known = known.withLock({ $0 }), ContinuousClock.now - known.at < Self.lifetime {
            answer = known.answer
        } else {
            answer = await ask()
            known.withLock { $0 = Known(answer: answer, at: .now) }
        }
        return JSONResponse.make(answer, status: answer.error == nil ? .ok : .serviceUnavailable)
    }

    private func ask() async -> Answer {
        let findings = await withTaskGroup(of: (String, Finding).self) { group in
            for check in checks { group.addTask { (check.name, await Self.finding(check)) } }
            return await group.reduce(into: [String: Finding]()) { $0[$1.0] = $1.1 }
        }
        let failed = findings.filter { $0.value.status == "failed" }.keys.sorted()
        return Answer(
            status: failed.isEmpty ? "ready" : "failed", error: failed.isEmpty ? nil : .serviceNotReady,
            message: failed.isEmpty ? nil : "The service cannot work: \(failed.joined(separator: ", ")).",
            checks: findings)
    }

    private static func finding(_ check: ReadinessCheck) async -> Finding {
        do {
            switch try await check.check() {
            case .ready: return Finding(status: "ready", message: nil)
            case .unknown(let reason): return Finding(status: "unknown", message: reason)
            }
        } catch {
            return Finding(status: "failed", message: Failure(error).message)
        }
    }
}
