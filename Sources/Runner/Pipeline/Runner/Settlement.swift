import FailureModel

/// The settlement of a job after an attempt, one for every possible ending.
enum Settlement: Sendable {
    case complete(StageResult)
    case retry(Failure, after: Duration?)
    case snooze(Duration)
    /// A snooze with a backoff by the number of claims.
    case awaitMachine(Failure)
    case cancel(Failure)
    case fail(Failure)
    case release
    /// Writes nothing to the store, since the lease is lost.
    case drop

    /// Creates the settlement for an ending.
    ///
    /// `isPatient` is whether the job may continue to wait for its machine.
    init(
        _ ending: StageExecution.Ending, of job: Job, limits: StageLimits, isStopping: Bool, isPatient: Bool
    ) {
        switch ending {
        case .returned(.done(let result)): self = .complete(result)
        case .returned(.retry(let failure, let delay)): self = Self.retry(job, failure, after: delay)
        case .returned(.snooze(let delay)): self = .snooze(delay)
        case .returned(.cancel(let failure)): self = .cancel(failure)
        case .returned(.fail(let failure)): self = .fail(failure)
        case .threw(is CancellationError) where isStopping: self = .release
        case .threw(let error as any StageError) where error.blamesMachine && isPatient:
            self = .awaitMachine(error.failure)
        case .threw(let error as any StageError):
            self = error.isTransient ? Self.retry(job, error.failure, after: nil) : .fail(error.failure)
        case .threw(let error): self = Self.retry(job, Failure(error), after: nil)
        case .abandoned(.timedOut): self = Self.retry(job, .timedOut(after: limits.wallTime), after: nil)
        case .abandoned(.leaseLost): self = .drop
        case .abandoned(.shutdown), .abandoned(.yielded): self = .release
        }
    }

    /// Retries, or fails after the last attempt.
    static func retry(_ job: Job, _ failure: Failure, after delay: Duration?) -> Settlement {
        job.attempt < job.attemptLimit ? .retry(failure, after: delay) : .fail(failure)
    }

    /// The ending for the metrics if the store accepts the settlement.
    var ending: RunnerMetrics.Ending {
        switch self {
        case .complete: .done
        case .retry: .retried
        case .snooze, .awaitMachine: .snoozed
        case .cancel: .cancelled
        case .fail: .dead
        case .release: .released
        case .drop: .leaseLost
        }
    }

    var failure: Failure? {
        switch self {
        case .retry(let failure, _), .cancel(let failure), .fail(let failure), .awaitMachine(let failure): failure
        case .complete, .snooze, .release, .drop: nil
        }
    }
}
