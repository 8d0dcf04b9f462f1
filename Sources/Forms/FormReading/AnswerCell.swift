package import FormModel
import Foundation

/// What was read in a field of a filled copy.
public struct AnswerCell: Sendable, Hashable {
    /// The text as `fill` takes it.
    ///
    /// That of a box is `yes` or `no`, and that of a question its option.
    public var text: String
    /// The confidence from 0 to 1.
    public var confidence: Double
    /// How the text was found, or why it is empty.
    public var reason: Reason
    /// A picture of the field, for a doubtful cell of a page.
    package var picture: GrayImage?

    /// Creates a cell.
    package init(text: String, confidence: Double, reason: Reason, picture: GrayImage? = nil) {
        self.text = text
        self.confidence = confidence
        self.reason = reason
        self.picture = picture
    }

    /// How a cell was read.
    public enum Reason: String, Sendable, Hashable, Codable {
        /// The AcroForm field holds it, or the record of a fill.
        case value
        /// The form does not export the field, or it is a password.
        case withheld
        /// The text layer has it.
        case text
        /// There is nothing in the field that the blank does not print.
        case empty
        /// The ink in a box was compared with the blank's.
        case ink
        /// Text recognition read it.
        case recognised
        /// There is ink that is not print, such as handwriting; it is not read.
        case handwriting
        /// Several buttons of one question are ticked.
        case severalTicks
        /// The page of the field is not in the file.
        case missingPage
        /// The field refers to an added page that was not read.
        case addendum
        /// The text layer has invisible text, or two texts in one place.
        case hidden
    }

    /// Minimum confidence of a cell that nobody needs to look at.
    public static let leastConfidence = 0.9

    /// Whether a person should look at the cell.
    public var isDoubtful: Bool { confidence < Self.leastConfidence }
}
