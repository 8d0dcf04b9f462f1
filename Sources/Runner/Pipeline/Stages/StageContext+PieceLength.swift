extension StageContext {
    /// The number of stored bytes to read at a time.
    package static let pieceLength: Int64 = 1 << 20
}
