package import Foundation
package import Trading

extension Date {
    /// Creates the instant of an entry, or midnight in UTC without a time.
    init(_ time: EntryTime) {
        self.init(timeIntervalSince1970: Double(time.instant))
    }

    /// Creates midnight in UTC of a day.
    package init(_ day: Day) {
        self.init(EntryTime(day))
    }
}

extension Amount {
    /// The price to display: that of the file, or rounded to ten places.
    ///
    /// A division by a split can leave a number without a last digit.
    var shownPrice: Amount {
        // Files have at most 20 places.
        exponent < -20 ? rounded(toPlaces: 10) : self
    }

    /// The fraction in percent with two decimal places.
    var inPercent: Amount { (self * 100).money }
}
