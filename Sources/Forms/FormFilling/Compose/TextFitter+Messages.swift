import FailureModel
import FormImport
import FormModel
import Foundation

extension TextFitter {
    /// Returns the error for a text that does not fit at a size.
    ///
    /// `lines` is the number of writing lines, if there are several.
    func overflow(_ field: Field, lines: Int = 1, at size: Double) -> Failure {
        let place = lines > 1 ? "its \(lines) lines" : "its field"
        let named = key.flatMap { $0 == field.name || UUID(uuidString: $0) == field.id ? nil : $0 }
        let subject =
            if isKept {
                // It is not among the values given, so no key can be corrected.
                "The value for \(field.title), which is kept from an earlier fill, does not fit \(place)"
            } else if let named, LabelText.normalised(named) != LabelText.normalised(field.label) {
                "The value of the key \(named.quoted) does not fit \(place), \(field.title),"
            } else {
                "The value for \(field.title) does not fit \(place)"
            }
        return Failure(
            .valueOverflow,
            "\(subject) on page \(field.page + 1), even at \(size.formatted(digits: 1)) points.",
            hint: isKept ? "Give another value for the field, an empty one to empty it, or fill the blank form." : nil,
            at: .field(field.name))
    }

    /// Returns the warning about a text that is smaller than the options allow for others.
    func shrunkNote(_ size: Double) -> String {
        let subject = key.map { "The value of \($0.quoted)" } ?? "The value"
        return "\(subject) was shrunk to \(size.formatted(digits: 1)) points, which is hard to read."
    }

    /// Returns the warning about a text that was cut.
    static func cutNote(_ drawn: Int, of all: Int) -> String {
        "The value was cut to fit: only the first \(drawn) of its \(all) characters are drawn."
    }
}

extension Double {
    /// Returns a plain decimal number with at most this many digits after the point.
    fileprivate func formatted(digits: Int) -> String {
        let factor = (0..<digits).reduce(1.0) { value, _ in value * 10 }
        let rounded = (self * factor).rounded() / factor
        return rounded == rounded.rounded() ? String(Int(rounded)) : String(rounded)
    }
}
