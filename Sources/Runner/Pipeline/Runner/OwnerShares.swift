/// Selects the running job to give back for another owner's turn.
///
/// Idle workers work for anyone. But when all are busy, and an owner with less than a share has waited for a while, an
/// owner with more than a share gives up the job begun last. Since each owner keeps a share, everybody's work ends
/// eventually.
struct OwnerShares {
    /// A job of this runner.
    struct Running: Hashable {
        let lease: Lease
        let owner: OwnerID
        let address: StageAddress
        let began: Timestamp
    }

    /// The number of workers that each owner keeps.
    private let share: Int
    private var waitingSince: [OwnerID: Timestamp] = [:]

    /// The time an owner waits until another one gives up a job.
    static let patience = Duration.seconds(3)

    init(share: Int) { self.share = share }

    /// Returns whether an owner has more than a share; if not, forgets who has waited.
    mutating func isExceeded(by running: [Running]) -> Bool {
        let isExceeded = Self.counts(running).values.contains { $0 > share }
        if !isExceeded { waitingSince = [:] }
        return isExceeded
    }

    /// Chooses the job to give back now.
    ///
    /// - Parameters:
    ///   - running: the jobs of this runner.
    ///   - waiting: the owners of available jobs.
    ///   - slots: the runner's free slots.
    ///   - now: the current time.
    /// - Returns: its lease; `nil` if nobody has waited for long enough, or no job would help.
    mutating func surplus(
        among running: [Running], waiting: [StageAddress: Set<OwnerID>], _ slots: Slots, at now: Timestamp
    ) -> Lease? {
        let counts = Self.counts(running)
        var isWaitingFor: [OwnerID: [StageAddress]] = [:]
        for (address, owners) in waiting where !slots.hasRoom(for: address) {
            for owner in owners where counts[owner, default: 0] < share {
                isWaitingFor[owner, default: []].append(address)
            }
        }
        waitingSince = waitingSince.filter { isWaitingFor[$0.key] != nil }
        for owner in isWaitingFor.keys where waitingSince[owner] == nil { waitingSince[owner] = now }
        let longest = isWaitingFor.sorted {
            (waitingSince[$0.key] ?? now, $0.key.text) < (waitingSince[$1.key] ?? now, $1.key.text)
        }
        for (owner, addresses) in longest where now - (waitingSince[owner] ?? now) >= Self.patience {
            let helpful = running.filter { job in
                counts[job.owner, default: 0] > share
                    && addresses.contains { slots.hasRoom(for: $0, without: job.address) }
            }
            guard let latest = helpful.max(by: { ($0.began, $0.lease.job) < ($1.began, $1.lease.job) }) else {
                continue
            }
            waitingSince[owner] = now
            return latest.lease
        }
        return nil
    }

    private static func counts(_ running: [Running]) -> [OwnerID: Int] {
        running.reduce(into: [:]) { $0[$1.owner, default: 0] += 1 }
    }
}
