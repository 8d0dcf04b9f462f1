/// The rows of a statement that runs together with later ones.
///
/// See ``SQLSession/pendingRows(_:_:_:)``.
public final class PendingRows<Value> {
    private let session: any SQLSession
    /// The rows, once they have arrived.
    var values: [Value]?

    init(session: any SQLSession) {
        self.session = session
    }

    /// Returns the rows, and runs their statement unless that has happened.
    ///
    /// - Throws: ``SQLError``, or the error of a conversion.
    public func get() throws -> [Value] {
        if values == nil { try session.flush() }
        guard let values else { throw SQLError(.other, "A statement has no result.") }
        return values
    }

    /// Returns the first row; `nil` without any.
    ///
    /// - Throws: ``SQLError``, or the error of a conversion.
    public func first() throws -> Value? { try get().first }
}
