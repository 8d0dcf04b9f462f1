/// A worker's request for jobs.
public struct ClaimRequest: Sendable, Hashable {
    /// A stage and the maximum number of its jobs.
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

    /// The worker's name, for display only; fences do not depend on it.
    public let worker: String
    /// The stages to claim.
    public let slots: [Slot]
    /// The maximum number of jobs of all slots together.
    public let limit: Int
    /// The end of the leases unless renewed.
    public let leaseUntil: Timestamp
    /// The number of running jobs at which an owner yields to all others.
    ///
    /// The owner's further jobs come after those of others, whatever their priority.
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
