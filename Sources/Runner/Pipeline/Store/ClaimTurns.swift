import Synchronization

/// Chooses the next jobs to claim, fairly among owners.
///
/// No owner's queue makes another owner wait for longer than a job takes. Jobs of owners below their share of the
/// workers come before those of owners who have reached it; the latter only get workers that would otherwise be idle.
/// Among jobs of the same priority, those of the owner with the fewest running jobs come first, then those of the owner
/// from whom this process claimed least recently, so that a single worker serves owners in turn. The jobs of one owner
/// are claimed by priority, then due time, then age.
package final class ClaimTurns: Sendable {
    /// An available job.
    package struct Candidate: Sendable, Hashable {
        /// The job.
        package let id: JobID
        /// The job's stage.
        package let address: StageAddress
        /// The owner of the job.
        package let owner: OwnerID
        let priority: Int
        /// The job's due time.
        package let due: Timestamp

        /// Creates the description of an available job.
        package init(id: JobID, address: StageAddress, owner: OwnerID, priority: Int, due: Timestamp) {
            self.id = id
            self.address = address
            self.owner = owner
            self.priority = priority
            self.due = due
        }

        /// Compares by priority, then due time, then age.
        fileprivate func isMoreUrgent(than other: Candidate) -> Bool {
            (other.priority, due, id) < (priority, other.due, other.id)
        }
    }

    private struct Line: Hashable {
        let owner: OwnerID
        let address: StageAddress
    }

    private struct State {
        var count: Int64 = 0
        /// The claim count at which each owner was last served.
        var last: [OwnerID: Int64] = [:]
    }

    private let state = Mutex(State())

    /// Creates a state in which nobody has been served.
    package init() {}

    /// Chooses the jobs for a request and remembers their owners.
    ///
    /// - Parameters:
    ///   - candidates: the most urgent available jobs of each owner and stage, as many as the request has room for.
    ///   - running: the number of running jobs of each owner, by any worker; not needed if all candidates have the same
    ///     owner.
    ///   - request: the free slots and the limit.
    /// - Returns: the jobs in the order of choice.
    package func choose(
        among candidates: [Candidate], running: [OwnerID: Int], for request: ClaimRequest
    ) -> [JobID] {
        // The most urgent job of each line is its last one.
        var lines = Dictionary(grouping: candidates) { Line(owner: $0.owner, address: $0.address) }
            .values.map { $0.sorted { $1.isMoreUrgent(than: $0) } }
        var room = request.room
        var running = running
        var chosen: [JobID] = []
        return state.withLock { state in
            /// Returns the rank of a line's most urgent job, smallest first.
            func place(_ job: Candidate) -> (Int, Int, Int, Int64, Timestamp, JobID) {
                let count = running[job.owner] ?? 0
                let isBeyondShare = count >= request.ownerShare ? 1 : 0
                return (isBeyondShare, -job.priority, count, state.last[job.owner] ?? 0, job.due, job.id)
            }
            while chosen.count < request.limit {
                let open = lines.indices.compactMap { index in
                    lines[index].last.flatMap { room[$0.address] ?? 0 > 0 ? (index, place($0)) : nil }
                }
                guard let next = open.min(by: { $0.1 < $1.1 })?.0, let job = lines[next].popLast() else { break }
                chosen.append(job.id)
                room[job.address, default: 0] -= 1
                running[job.owner, default: 0] += 1
                state.count += 1
                state.last[job.owner] = state.count
            }
            return chosen
        }
    }
}

extension ClaimRequest {
    /// The maximum number of jobs of each stage.
    package var room: [StageAddress: Int] { Dictionary(slots.map { ($0.address, $0.room) }) { $0 + $1 } }
}
