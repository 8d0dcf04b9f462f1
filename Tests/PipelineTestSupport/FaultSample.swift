import Foundation

/// Every nth of the points where a fault can be put, from a random one on: no point escapes all runs.
public enum FaultSample {
    /// Repeats a run: the offset that it printed.
    public static let variable = "FORMWRIGHT_CRASH_OFFSET"

    /// Where the samples of this process begin, modulo their step. Printed on standard error when it is first used.
    public static let offset: Int = {
        let given = ProcessInfo.processInfo.environment[variable].flatMap { Int($0) }
        let offset = given.map { max(0, $0) } ?? Int.random(in: 0..<1_000_000)
        FileHandle.standardError.write(Data("fault points: \(variable)=\(offset) repeats this choice\n".utf8))
        return offset
    }()

    /// Every `step`th of `range`, the first of them chosen by `offset`; all of it for a step of 1.
    public static func points(_ range: ClosedRange<Int>, every step: Int, offset: Int = offset) -> [Int] {
        Array(stride(from: range.lowerBound + offset % step, through: range.upperBound, by: step))
    }
}
