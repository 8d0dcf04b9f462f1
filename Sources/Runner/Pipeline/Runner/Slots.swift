import Synchronization

/// The free slots of this runner for jobs of each stage.
final class Slots: Sendable {
    private struct State {
        var total = 0
        var running: [StageAddress: Int] = [:]
    }

    private let state = Mutex(State())
    private let workers: Int
    private let limits: [(address: StageAddress, concurrency: Int)]

    private let ownerShare: Int

    init(workers: Int, ownerShare: Int, limits: [(address: StageAddress, concurrency: Int)]) {
        self.workers = workers
        self.ownerShare = ownerShare
        self.limits = limits
    }

    /// Returns the request for a claim; `nil` without a free slot.
    func request(worker: String, leaseUntil: Timestamp) -> ClaimRequest? {
        state.withLock { state in
            let slots = limits.compactMap { address, concurrency in
                let room = min(concurrency - state.running[address, default: 0], workers - state.total)
                return room > 0 ? ClaimRequest.Slot(address: address, room: room) : nil
            }
            if slots.isEmpty { return nil }
            return ClaimRequest(
                worker: worker, slots: slots, limit: workers - state.total, leaseUntil: leaseUntil,
                ownerShare: ownerShare)
        }
    }

    /// The stages claimed by this runner.
    var addresses: [StageAddress] { limits.map(\.address) }

    /// Whether a job of a stage has room, optionally after one of `ended` ends.
    func hasRoom(for address: StageAddress, without ended: StageAddress? = nil) -> Bool {
        guard let concurrency = limits.first(where: { $0.address == address })?.concurrency else { return false }
        return state.withLock { state in
            let running = state.running[address, default: 0] - (ended == address ? 1 : 0)
            return running < concurrency && state.total - (ended == nil ? 0 : 1) < workers
        }
    }

    func take(_ address: StageAddress) {
        state.withLock { state in
            state.total += 1
            state.running[address, default: 0] += 1
        }
    }

    func giveBack(_ address: StageAddress) {
        state.withLock { state in
            state.total -= 1
            state.running[address, default: 0] -= 1
        }
    }
}
