/// What a worker asks for.
public struct ClaimRequest: Sendable, Hashable {
    /// A stage and how many of its jobs the worker has room for.
    public struct Slot: Sendable, Hashable {
        public let address: StageAddress
        public let room: Int

        public init(address: StageAddress, room: Int) {
            self.address = address
            self.room = room
        }
    }

    /// Who asks; for people, not for fencing.
    public let worker: String
    public let slots: [Slot]
    /// The most jobs over all slots.
    public let limit: Int
    public let leaseUntil: Timestamp

    public init(worker: String, slots: [Slot], limit: Int, leaseUntil: Timestamp) {
        self.worker = worker
        self.slots = slots
        self.limit = limit
        self.leaseUntil = leaseUntil
    }
}
