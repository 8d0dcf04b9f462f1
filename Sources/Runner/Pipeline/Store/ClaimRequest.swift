/// A worker's request for jobs.
public struct ClaimRequest: Sendable, Hashable {
    /// A stage and the number of its jobs that the worker has room for.
    public struct Slot: Sendable, Hashable {
        /// The stage.
        public let address: StageAddress
        /// The maximum number of its jobs.
        public let room: Int

        /// Creates a slot.
        public init(address: StageAddress, room: Int) {
            self.address = address
            self.room = room
        }
    }

    /// The worker's name, for people; fences do not depend on it.
    public let worker: String
    /// The stages to claim; jobs of other stages are not claimed.
    public let slots: [Slot]
    /// The maximum number of jobs over all slots.
    public let limit: Int
    /// When the leases end unless renewed.
    public let leaseUntil: Timestamp
    /// The number of running jobs from which on an owner's jobs come after those of others, whatever their priority.
    public let ownerShare: Int

    /// Creates a request.
    public init(worker: String, slots: [Slot], limit: Int, leaseUntil: Timestamp, ownerShare: Int = .max) {
        self.worker = worker
        self.slots = slots
        self.limit = limit
        self.leaseUntil = leaseUntil
        self.ownerShare = ownerShare
    }
}
