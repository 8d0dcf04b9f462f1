import Threads

/// The statements that callers of rows may have at a time.
///
/// Each caller has a few, and all callers together leave connections for other requests. A caller with none waiting is not
/// delayed by one with many.
package struct StatementTurns: SharedRoom {
    private let most: Int
    private let mostOfCaller: Int
    private var running: [String: Int] = [:]
    private var total = 0

    package static let isInOrder = false

    /// Creates turns.
    ///
    /// - Parameters:
    ///   - most: Maximum number of statements at a time.
    ///   - mostOfCaller: The same for one caller.
    package init(most: Int, ofCaller mostOfCaller: Int) {
        self.most = most
        self.mostOfCaller = mostOfCaller
    }

    package mutating func take(_ caller: String) -> Bool {
        let own = running[caller, default: 0]
        guard total < most, own < mostOfCaller else { return false }
        running[caller] = own + 1
        total += 1
        return true
    }

    package mutating func giveBack(_ caller: String) {
        let rest = running[caller, default: 1] - 1
        running[caller] = rest > 0 ? rest : nil
        total -= 1
    }
}
