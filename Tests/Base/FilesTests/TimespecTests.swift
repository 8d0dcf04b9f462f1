import Files
import Foundation
import Testing

@Suite("Times of files") struct TimespecTests {
    @Test(
        "times beyond 64 bits of nanoseconds are the nearest ones, as a file may claim any time",
        arguments: [
            (1, 500_000_000, 1_500_000_000), (-1, 0, -1_000_000_000), (10_413_792_000, 0, Int64.max),
            (-10_413_792_000, 0, Int64.min), (9_223_372_036, 854_775_807, Int64.max),
            (9_223_372_036, 854_775_808, Int64.max),
        ] as [(Int, Int, Int64)])
    func nanoseconds(_ seconds: Int, _ rest: Int, _ expected: Int64) {
        #expect(timespec(tv_sec: seconds, tv_nsec: rest).nanoseconds == expected)
    }
}
