import Foundation

extension timespec {
    /// The time in nanoseconds; times outside the years 1678 to 2262 become the nearest.
    package var nanoseconds: Int64 {
        let (whole, isOver) = Int64(tv_sec).multipliedReportingOverflow(by: 1_000_000_000)
        let (all, isAllOver) = whole.addingReportingOverflow(Int64(tv_nsec))
        return isOver || isAllOver ? (tv_sec < 0 ? .min : .max) : all
    }
}
