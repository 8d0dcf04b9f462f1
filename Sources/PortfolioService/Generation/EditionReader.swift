import FailureModel
import Foundation
import Pipeline
import Portfolio

/// Reads editions in YAML or JSON, with all mistakes at once.
enum EditionReader {
    private static let keys = [
        "page", "theme", "accent", "maxSize", "ppi", "bleed", "sections", "cover", "omit", "order", "captions", "titles",
        "altTexts", "json",
    ]

    /// Bytes of a name or text; how many characters are allowed is checked with the portfolio.
    private static let longest = 16 << 10

    /// Reads an edition.
    ///
    /// - Parameter bytes: UTF-8.
    /// - Throws: `malformed_portfolio` with all mistakes and their lines.
    static func read(_ bytes: Data) throws(Failure) -> PortfolioEdition {
        guard let text = String(bytes: try yaml(bytes), encoding: .utf8) else {
            throw Failure(.malformedPortfolio, "The edition is not UTF-8 text.")
        }
        // A few aliases of aliases stand for more than fits into any memory.
        if text.contains(/(?:^|[\s\[{,])&\w/), text.contains(/(?:^|[\s\[{,:])\*\w/) {
            throw Failure(.malformedPortfolio, "An edition cannot have anchors and aliases; write each value out.")
        }
        let edition: PortfolioEdition
        do throws(SettingsError) {
            let file = try SettingsFile(yaml: text, name: "edition")
            edition = file.root.map(read) ?? PortfolioEdition()
            try file.finish()
        } catch {
            throw error.failure(.malformedPortfolio)
        }
        return edition
    }

    /// JSON is written anew, since YAML knows fewer of its escapes.
    private static func yaml(_ bytes: Data) throws(Failure) -> Data {
        guard let json = try? JSONSerialization.jsonObject(with: bytes),
            let written = try? JSONSerialization.data(withJSONObject: json, options: .withoutEscapingSlashes)
        else { return bytes }
        return written
    }

    private static func read(_ root: SettingsNode) -> PortfolioEdition {
        let values = root.mapping(known: keys)
        var edition = PortfolioEdition()
        edition.page = values["page"]?.choice(of: PortfolioEdition.Page.self)
        edition.theme = values["theme"]?.choice(of: PortfolioEdition.Theme.self)
        edition.accent = values["accent"]?.text(longest: longest)
        edition.maxSize = values["maxSize"].flatMap { node in
            guard let text = node.text(longest: 100) else { return nil }
            let size = ByteSize.parse(text)
            if size == nil { node.report("“maxSize” must be a size such as 10MB.") }
            return size
        }
        edition.ppi = values["ppi"]?.integer(in: EditionCheck.ppi)
        edition.bleed = values["bleed"].flatMap { node in
            guard let text = node.text(longest: 100) else { return nil }
            let number = text.wholeMatch(of: /([0-9]+(?:\.[0-9]+)?) ?(?:mm)?/).flatMap { Double($0.1) }
            if number == nil { node.report("“bleed” must be a length in millimetres, such as 3mm.") }
            return number
        }
        edition.sections = values["sections"]?.items().compactMap { $0.choice(of: SectionID.self) }
        edition.cover = values["cover"]?.text(longest: longest)
        edition.omit = values["omit"]?.items().compactMap { $0.text(longest: longest) }
        edition.order = values["order"]?.items().compactMap { $0.text(longest: longest) }
        edition.captions = values["captions"].map(texts)
        edition.titles = values["titles"].map(texts)
        edition.altTexts = values["altTexts"].map(texts)
        edition.json = values["json"]?.choice(of: Answer.self).map { $0 == .yes }
        return edition
    }

    private enum Answer: String, CaseIterable {
        case yes = "true"
        case no = "false"
    }

    private static func texts(_ node: SettingsNode) -> [String: String] {
        Dictionary(
            node.entries().compactMap { key, value in
                guard let name = key.text(longest: longest), let text = value.text(longest: longest) else { return nil }
                return (name, text)
            }
        ) { $1 }
    }
}
