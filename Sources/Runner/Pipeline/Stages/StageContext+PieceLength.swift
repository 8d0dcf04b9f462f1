extension StageContext {
    /// The number of stored bytes that a stage reads at a time.
    package static let pieceLength: Int64 = 1 << 20
}
