import FormModel
import Foundation
import QPDF

extension PageSource {
    /// Maximum length of a title in characters.
    private static let longestTitle = 200
    /// Minimum length of a word that tells whether a title is printed.
    private static let shortestWord = 2

    /// The title of the form, as its first page prints it.
    ///
    /// It is the title of the PDF if most of its words are printed, or else the page's heading; nil without either. Other
    /// titles are of programs, files or people rather than of the form.
    ///
    /// - Throws: the errors of reading the page.
    package var printedTitle: String? {
        get throws {
            let page = try self.words(ofPage: 0)
            if let title = try document.title, Self.isPrinted(title, by: page) { return title }
            return document.pages.first.flatMap { PrintedHeading(of: page, size: $0.size)?.text }
        }
    }

    private static func isPrinted(_ title: String, by page: [Word]) -> Bool {
        guard title.count <= longestTitle else { return false }
        let words = Self.words(title)
        guard words.contains(where: { $0.contains(where: \.isLetter) }) else { return false }
        let printed = Set(page.flatMap { Self.words($0.text) })
        return words.count(where: printed.contains) * 2 > words.count
    }

    private static func words(_ text: String) -> [String] {
        text.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
            .split { !($0.isLetter || $0.isNumber) }.map(String.init).filter { $0.count >= shortestWord }
    }
}
