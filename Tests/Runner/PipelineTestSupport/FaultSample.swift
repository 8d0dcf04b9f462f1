import Foundation

/// A sample of every nth point at which a fault can be injected, with a random offset, so that repeated runs reach all
/// points.
public enum FaultSample {
    /// The environment variable that sets the offset, which repeats an earlier run.
    public static let variable = "FORMWRIGHT_CRASH_OFFSET"

    /// The offset of this process's samples, modulo their step; printed to standard error when it is first used.
    public static let offset: Int = {
        let given = ProcessInfo.processInfo.environment[variable].flatMap { Int($0) }
        let offset = given.map { max(0, $0) } ?? Int.random(in: 0..<1_000_000)
        FileHandle.standardError.write(Data("fault points: \(variable)=\(offset) repeats this choice\n".utf8))
        return offset
    }()

    /// Returns every `step`th element of `range`, starting at `offset` modulo `step`; all elements if the step is 1.
    public static func points(_ range: ClosedRange<Int>, every step: Int, offset: Int = offset) -> [Int] {
        Array(stride(from: range.lowerBound + offset % step, through: range.upperBound, by: step))
    }
}
