/// What a worker asks for.
public struct ClaimRequest: Sendable, Hashable {
    /// A stage and how many of its jobs the worker has room for.
    public struct Slot: Sendable, Hashable {
        /// Which jobs.
        public let address: StageAddress
        /// How many at most.
        public let room: Int

        public init(address: StageAddress, room: Int) {
            self.address = address
            self.room = room
        }
    }

    /// Who asks; for people, not for fencing.
    public let worker: String
    /// No job of any other stage is claimed.
    public let slots: [Slot]
    /// The most jobs over all slots.
    public let limit: Int
    /// Until when the claims hold unless renewed.
    public let leaseUntil: Timestamp

    public init(worker: String, slots: [Slot], limit: Int, leaseUntil: Timestamp) {
        self.worker = worker
        self.slots = slots
        self.limit = limit
        self.leaseUntil = leaseUntil
    }
}
