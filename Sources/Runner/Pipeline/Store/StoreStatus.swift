/// Counts of documents and jobs at one moment.
public struct StoreStatus: Sendable, Hashable, Codable {
    /// The numbers of a stage's jobs that are not final.
    public struct StageLine: Sendable, Hashable, Codable {
        /// The stage.
        public let address: StageAddress
        /// The number of jobs that may be claimed now.
        public let available: Int
        /// The number of jobs not due yet.
        public let scheduled: Int
        /// The number of jobs waiting for another document with the same bytes.
        public let following: Int
        /// The number of jobs waiting for parts of their documents.
        public let waiting: Int
        /// The number of jobs held by a worker.
        public let running: Int

        /// Creates the counts of a stage.
        public init(
            address: StageAddress, available: Int, scheduled: Int, following: Int, waiting: Int = 0, running: Int
        ) {
            self.address = address
            self.available = available
            self.scheduled = scheduled
            self.following = following
            self.waiting = waiting
            self.running = running
        }
    }

    /// The number of documents by state; states without documents are omitted.
    public let documents: [DocumentState: Int]
    /// The stages by kind and name; stages without live jobs are omitted.
    public let stages: [StageLine]
    /// The time that the oldest available job has been due.
    public let oldestWait: Duration?
    /// The number of jobs done in the last minute.
    public let doneInLastMinute: Int
    /// The number of jobs that failed for good in the last minute.
    public let deadInLastMinute: Int

    /// Creates a status.
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
