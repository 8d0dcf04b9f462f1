package import FailureModel
package import Foundation
import Pipeline
package import Portfolio

/// Reads the settings files of portfolios: `portfolio.yaml` or `portfolio.json`, and editions.
///
/// JSON is parsed as YAML, its superset.
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
    /// The first character of the names that replace repeated keys.
    static let repeatedKey: Character = "\u{1}"

    /// Reads a folder's settings for the whole portfolio.
    ///
    /// Errors of form, such as unknown keys, are part of the result, to be reported with those of content.
    ///
    /// - Parameters:
    ///   - bytes: The file, in UTF-8.
    ///   - name: The file name for messages.
    /// - Returns: The readable part of the file.
    /// - Throws: `malformed_portfolio` for malformed YAML, `input_too_large`.
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

    /// The errors of form.
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
    /// Returns the text with repeated keys renamed.
    ///
    /// Otherwise no tree could be built, and no other error could be found.
    fileprivate func renamingRepeatedKeys(in text: String) -> String {
        guard !repeated.isEmpty else { return text }
        var scalars = Array(text.unicodeScalars)
        for (number, key) in repeated.enumerated().reversed() where key.range.upperBound <= scalars.count {
            scalars.replaceSubrange(key.range, with: "\"\\x01\(number)\"".unicodeScalars)
        }
        return String(String.UnicodeScalarView(scalars))
    }
}
