package import Foundation
package import Trading

extension Date {
    /// The instant of a timestamp; midnight in UTC if it has no time of day.
    init(_ time: EntryTime) {
        self.init(timeIntervalSince1970: Double(time.instant))
    }

    /// Midnight in UTC of a day.
    package init(_ day: Day) {
        self.init(EntryTime(day))
    }
}

extension Amount {
    /// The price as it is shown: what the file had, or ten places if a division by a split left no last digit.
    var shownPrice: Amount {
        // No file has more than 20 places.
        exponent < -20 ? rounded(toPlaces: 10) : self
    }

    /// A fraction in percent, to two places.
    var inPercent: Amount { (self * 100).money }
}
