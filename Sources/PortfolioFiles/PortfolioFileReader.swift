package import FailureModel
package import Foundation
import Pipeline
package import Portfolio

/// Reads the files in which people say how a portfolio is to be: `portfolio.yaml` or `portfolio.json`, and editions.
///
/// JSON is read as YAML, which it is. All mistakes of a file are reported at once, with their lines.
///
/// ```yaml
/// title: Ada Lovelace
/// subtitle: Engines and notes
/// category: Design
/// user: ada
/// language: en
/// date: 2026-01-31
/// contact: {email: ada@example.org, phone: +44 1, url: https://example.org}
/// metrics:
///   - {label: retention, value: 98, unit: "%", trend: {direction: up, percentage: 4}}
/// inputs:
///   - {file: "engine/*.jpg", title: The engine, cover: true}
///   - {url: https://github.com/ada, title: Code}
///   - {text: I count., title: Bio, date: 2026-01-01}
/// edition: {page: a4, cover: engine/1.jpg}
/// ```
package enum PortfolioFileReader {
    /// The maximum size of a file in bytes.
    package static let sizeLimit = 1 << 20

    /// Reads what a folder's file says of the whole portfolio.
    ///
    /// - Parameters:
    ///   - bytes: the file, in UTF-8.
    ///   - name: its name, for messages.
    /// - Returns: what it says.
    /// - Throws: `malformed_portfolio` with all mistakes, `input_too_large`.
    package static func portfolio(_ bytes: Data, name: String) throws(Failure) -> PortfolioFile {
        var (file, lines) = try read(bytes, name: name, PortfolioFile()) { root in PortfolioFile(reading: root) }
        file.name = name
        file.lines = lines
        return file
    }

    /// Reads an edition, with the lines of its values by their keys.
    ///
    /// - Throws: `malformed_portfolio` with all mistakes, `input_too_large`.
    package static func edition(
        _ bytes: Data, name: String
    ) throws(Failure) -> (edition: PortfolioEdition, lines: [String: Int]) {
        try read(bytes, name: name, PortfolioEdition()) { root in PortfolioEdition(reading: root) }
    }

    private static func read<Value>(
        _ bytes: Data, name: String, _ empty: Value, _ body: (SettingsNode) -> Value
    ) throws(Failure) -> (Value, lines: [String: Int]) {
        guard bytes.count <= sizeLimit else {
            throw Failure(.inputTooLarge, "\(name) is larger than the limit of \(sizeLimit >> 10) KB.")
        }
        guard
            let text = String(
                bytes: bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes, encoding: .utf8)
        else { throw Failure(.malformedPortfolio, "\(name) is not UTF-8 text.") }
        let outline = try YAMLOutline(text, name: name)
        do throws(SettingsError) {
            let file = try SettingsFile(yaml: text, name: name)
            let value = file.root.map(body) ?? empty
            try file.finish()
            return (value, outline.lines)
        } catch {
            throw error.failure(.malformedPortfolio)
        }
    }
}
