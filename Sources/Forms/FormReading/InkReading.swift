import FormModel
import KnownForms
import Tesseract

/// What text recognition reads in a picture of written ink, in readings that must agree.
///
/// Its confidence alone says little: a misread character often has more than a right one.
struct InkReading {
    /// The lines of words, from top to bottom.
    let text: String
    let confidence: Double

    /// Text recognition is best where small letters are some twenty pixels high.
    private static let factors = [2.0, 1.5]
    /// The most that is said for a text that two readings give differently.
    private static let disputed = 0.6
    /// The confidence below which a text is read in other ways.
    private static let poor = 0.55

    /// Reads a picture.
    ///
    /// - Parameters:
    ///   - picture: the ink, dark on white with a margin.
    ///   - layout: the arrangement of the text.
    ///   - recogniser: the text recognition.
    ///   - isAllowed: whether a text can be what is written.
    /// - Throws: `RecogniserError`.
    init(
        _ picture: GrayImage, layout: Recogniser.Layout, by recogniser: Recogniser,
        isAllowed: (String) -> Bool = { _ in true }
    ) throws {
        var readings = try Self.factors.map { try Self.read(picture, $0, layout, recogniser) }
        if readings.allSatisfy({ $0.confidence < Self.poor || !isAllowed($0.text) }), layout == .line {
            // A field may have several lines in spite of its height.
            readings += try Self.factors.map { try Self.read(picture, $0, .block, recogniser) }
        }
        let allowed = readings.filter { isAllowed($0.text) && !$0.text.isEmpty }
        let best = allowed.max { $0.confidence < $1.confidence }
        guard let best else {
            (text, confidence) = ("", 0)
            return
        }
        let agree = readings.count(where: { $0.text == best.text }) > 1
        text = best.text
        confidence = agree ? best.confidence : min(best.confidence, Self.disputed)
    }

    private static func read(
        _ picture: GrayImage, _ factor: Double, _ layout: Recogniser.Layout, _ recogniser: Recogniser
    ) throws -> (text: String, confidence: Double) {
        let resolution = Int((72 * FieldInk.scale * factor).rounded())
        let words = try recogniser.words(in: picture.enlarged(by: factor), resolution: resolution, layout: layout)
        var text = WrittenText()
        for word in words where !word.text.isEmpty {
            text.add(
                WrittenText.Piece(
                    text: word.text,
                    characters: zip(word.text, word.characters).map { ($0, Place($1.midX, $1.midY)) },
                    region: word.region, confidence: word.confidence))
        }
        return (text.lines.joined(separator: "\n"), text.pieces.isEmpty ? 0 : text.confidence)
    }
}
