/// What stands where, at one moment.
public struct StoreStatus: Sendable, Hashable, Codable {
    /// The jobs of one stage that are not final.
    public struct StageLine: Sendable, Hashable, Codable {
        /// Which jobs.
        public let address: StageAddress
        /// That may be claimed now.
        public let available: Int
        /// That wait for their time.
        public let scheduled: Int
        /// That wait for another document with the same bytes.
        public let following: Int
        /// That a worker holds.
        public let running: Int

        public init(address: StageAddress, available: Int, scheduled: Int, following: Int, running: Int) {
            self.address = address
            self.available = available
            self.scheduled = scheduled
            self.following = following
            self.running = running
        }
    }

    /// States without documents are left out.
    public let documents: [DocumentState: Int]
    /// Stages without live jobs are left out; in the order of kind and stage.
    public let stages: [StageLine]
    /// How long the longest waiting available job has been due.
    public let oldestWait: Duration?
    /// Jobs done in the minute before.
    public let doneInLastMinute: Int
    /// Jobs that failed for good in the minute before.
    public let deadInLastMinute: Int

    public init(
        documents: [DocumentState: Int], stages: [StageLine], oldestWait: Duration?, doneInLastMinute: Int,
        deadInLastMinute: Int
    ) {
        self.documents = documents
        self.stages = stages
        self.oldestWait = oldestWait
        self.doneInLastMinute = doneInLastMinute
        self.deadInLastMinute = deadInLastMinute
    }
}
