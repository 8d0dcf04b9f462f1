package import FailureModel
package import Foundation
import Pipeline
package import Portfolio

/// Reads the files in which people say how a portfolio is to be: `portfolio.yaml` or `portfolio.json`, and editions.
///
/// JSON is read as YAML, which it is.
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
    /// With what the names begin that are given to keys which are written twice.
    static let repeatedKey: Character = "\u{1}"

    /// Reads what a folder's file says of the whole portfolio.
    ///
    /// Mistakes of form, such as unknown keys, are in the result, to be reported with those of content.
    ///
    /// - Parameters:
    ///   - bytes: the file, in UTF-8.
    ///   - name: its name, for messages.
    /// - Returns: what could be read.
    /// - Throws: `malformed_portfolio` for what is not YAML, `input_too_large`.
    package static func portfolio(_ bytes: Data, name: String) throws(Failure) -> PortfolioFile {
        var (file, source) = try read(bytes, name: name, PortfolioFile()) { root in PortfolioFile(reading: root) }
        file.source = source
        return file
    }

    /// Reads an edition; see ``portfolio(_:name:)``.
    package static func edition(_ bytes: Data, name: String) throws(Failure) -> EditionFile {
        let (edition, source) = try read(bytes, name: name, PortfolioEdition()) { root in
            PortfolioEdition(reading: root)
        }
        return EditionFile(edition, in: source)
    }

    private static func read<Value>(
        _ bytes: Data, name: String, _ empty: Value, _ body: (SettingsNode) -> Value
    ) throws(Failure) -> (Value, WrittenFile) {
        guard bytes.count <= sizeLimit else {
            throw Failure(.inputTooLarge, "\(name) is larger than the limit of \(sizeLimit >> 10) KB.")
        }
        guard
            let text = String(
                bytes: bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes, encoding: .utf8)
        else { throw Failure(.malformedPortfolio, "\(name) is not UTF-8 text.") }
        let yaml = JSONEscapes.joiningSurrogates(text)
        let outline = try YAMLOutline(yaml, name: name)
        do throws(SettingsError) {
            let file = try SettingsFile(yaml: outline.renamingRepeatedKeys(in: yaml), name: name)
            let value = file.root.map(body) ?? empty
            let diagnostics = Self.diagnostics(of: file, outline)
            return (
                value, WrittenFile(name: name, values: outline.values, keys: outline.keys, diagnostics: diagnostics)
            )
        } catch {
            throw error.failure(.malformedPortfolio)
        }
    }

    /// The mistakes of form.
    private static func diagnostics(of file: SettingsFile, _ outline: YAMLOutline) -> [Failure] {
        func failure(_ message: String, _ position: WrittenFile.Position) -> Failure {
            Failure(
                .malformedPortfolio, message, at: .file(file.name, line: position.line, column: position.column))
        }
        let repeated = outline.repeated.map {
            failure("“\($0.name.shortened(to: 80))” is written twice in this mapping; keep one.", $0.position)
        }
        do throws(SettingsError) {
            try file.finish()
            return repeated
        } catch {
            let renamed = Set(outline.repeated.map(\.position))
            return repeated
                + error.problems.compactMap { problem in
                    let position = WrittenFile.Position(line: problem.line, column: problem.column)
                    if renamed.contains(position) { return nil }
                    let empty = outline.empty[position].map {
                        "“\($0)” is empty; give it a value, or leave it out."
                    }
                    return failure(empty ?? problem.message, position)
                }
        }
    }
}

extension YAMLOutline {
    /// Returns the text with other names for keys that a mapping has already.
    ///
    /// A tree with such a key cannot be made, and without a tree nothing else would be found in the file.
    fileprivate func renamingRepeatedKeys(in text: String) -> String {
        guard !repeated.isEmpty else { return text }
        var scalars = Array(text.unicodeScalars)
        for (number, key) in repeated.enumerated().reversed() where key.range.upperBound <= scalars.count {
            scalars.replaceSubrange(key.range, with: "\"\\x01\(number)\"".unicodeScalars)
        }
        return String(String.UnicodeScalarView(scalars))
    }
}
