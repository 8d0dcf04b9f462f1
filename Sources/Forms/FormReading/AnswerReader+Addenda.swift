import FormDetection
import FormFilling
import FormImport
import FormModel
import Tesseract

extension AnswerReader {
    /// The confidence of a value on an added page.
    private static let addendumConfidence = (text: 0.95, recognised: 0.6)
    /// The confidence of a reference to a page that was not read.
    private static let referenceConfidence = 0.3

    /// Returns a page that a fill added for long values; nil for any other.
    ///
    /// Text recognition is tried on scans only if `isExpected`.
    func addendum(on seen: SeenPage, isExpected: Bool) throws -> AddendumPage? {
        if !seen.content.words.isEmpty { return AddendumPage(seen.content.words, isRecognised: false) }
        guard isExpected, seen.read.isScan else { return nil }
        let words = try recognisers.withRecogniser {
            try $0.words(in: seen.read.image, resolution: Int((72 * seen.read.scale).rounded()))
        }
        return AddendumPage(words, isRecognised: true)
    }

    /// Returns the added pages of a document, by its text layer.
    func addenda(in document: ImportedDocument) throws -> [AddendumPage] {
        let source = try PageSource(document)
        return try document.pages.indices.compactMap { page in
            try PageSource.translating(document, page: page) {
                AddendumPage(try source.words(ofPage: page), isRecognised: false)
            }
        }
    }

    /// Returns cells with the values of added pages in place of references to them.
    ///
    /// `pages` are read only if there is a reference.
    static func resolved(_ cells: [AnswerCell], by pages: () throws -> [AddendumPage]) rethrows -> [AnswerCell] {
        guard cells.contains(where: refersToAddendum) else { return cells }
        let found = AddendumValues(try pages())
        return cells.map { cell in
            guard refersToAddendum(cell) else { return cell }
            var cell = cell
            if let value = AddendumWords.number(referredToBy: cell.text).flatMap({ found.values[$0] }) {
                cell.text = value
                cell.reason = found.areRecognised ? .recognised : .text
                let confidence = found.areRecognised ? addendumConfidence.recognised : addendumConfidence.text
                cell.confidence = min(cell.confidence, confidence)
            } else {
                cell.reason = .addendum
                cell.confidence = referenceConfidence
            }
            return cell
        }
    }

    /// Returns whether a cell has a reference to an added page.
    ///
    /// Text recognition may have misread its number.
    static func refersToAddendum(_ cell: AnswerCell) -> Bool {
        AddendumWords.number(referredToBy: cell.text) != nil
            || cell.reason == .recognised && cell.text.lowercased().hasPrefix(AddendumWords.referenceStart)
    }
}
