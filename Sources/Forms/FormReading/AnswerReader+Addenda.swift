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
        if !seen.content.words.isEmpty {
            guard let page = AddendumPage(seen.content.words, isRecognised: false), TextInk(on: seen).showsAllWords
            else { return nil }
            return page
        }
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
                guard AddendumPage(try source.words(ofPage: page), isRecognised: false) != nil else { return nil }
                return try addendum(on: SeenPage(try source.content(ofPage: page)), isExpected: false)
            }
        }
    }

    /// Returns cells with the values of added pages in place of references to them.
    ///
    /// `pages` are read only if there is a reference.
    func resolved(_ cells: [AnswerCell], by pages: () throws -> [AddendumPage]) rethrows -> [AnswerCell] {
        guard cells.contains(where: Self.refersToAddendum) else { return cells }
        func heading(_ column: AnswerColumn, _ number: Int) -> String? {
            column.fields.first.map {
                AddendumValues.folded(
                    AddendumWords.heading(number, label: AddendumWords.label(of: $0), page: $0.page))
            }
        }
        var expected: [Int: Set<String>] = [:]
        for (column, cell) in zip(columns, cells) {
            guard let number = AddendumWords.number(referredToBy: cell.text), let heading = heading(column, number)
            else { continue }
            expected[number, default: []].insert(heading)
        }
        let found = AddendumValues(try pages(), expected: expected)
        return zip(columns, cells).map { column, cell in
            guard Self.refersToAddendum(cell) else { return cell }
            var cell = cell
            if let found, let number = AddendumWords.number(referredToBy: cell.text),
                let value = found.values[number], found.headings[number] == heading(column, number)
            {
                cell.text = value
                cell.reason = found.areRecognised ? .recognised : .text
                let isSure = !found.areRecognised && !found.unsure.contains(number)
                cell.confidence = min(
                    cell.confidence, isSure ? Self.addendumConfidence.text : Self.addendumConfidence.recognised)
            } else {
                cell.reason = .addendum
                cell.confidence = Self.referenceConfidence
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
