import FormModel
import Foundation

extension PageSource {
    /// Maximum length of a title in characters.
    private static let longestTitle = 200
    /// Minimum length of a word that tells whether a title is printed.
    private static let shortestWord = 2

    /// The title of the PDF if it is printed on the first page; nil otherwise.
    ///
    /// Most of its words must be. Others are of programs, files or people rather than of the form.
    ///
    /// - Throws: the errors of reading the page.
    package var printedTitle: String? {
        get throws {
            guard let title = try document.title, title.count <= Self.longestTitle else { return nil }
            let words = Self.words(title)
            guard words.contains(where: { $0.contains(where: \.isLetter) }) else { return nil }
            let printed = Set(try self.words(ofPage: 0).flatMap { Self.words($0.text) })
            return words.count(where: printed.contains) * 2 > words.count ? title : nil
        }
    }

    private static func words(_ text: String) -> [String] {
        text.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
            .split { !($0.isLetter || $0.isNumber) }.map(String.init).filter { $0.count >= shortestWord }
    }
}
