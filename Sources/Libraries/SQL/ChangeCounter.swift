/// Detects changes of a database by any process.
public protocol ChangeCounter: Sendable {
    /// Returns a number that changes with every commit.
    ///
    /// Data read after the number is current as long as the number stays the same.
    func current() throws -> Int
}
