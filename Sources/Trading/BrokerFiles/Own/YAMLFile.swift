import FailureModel
import Files
import Pipeline
import Trading

/// Reads an account's YAML files, and reports all errors with their lines.
///
/// It uses the reader of settings.
enum YAMLFile {
    /// Reads a file.
    ///
    /// - Parameters:
    ///   - bytes: the file, in UTF-8.
    ///   - name: the name of the file in messages.
    ///   - limits: the limits of the file.
    ///   - body: reads the root, and reports errors in its nodes.
    /// - Returns: what `body` returns.
    /// - Throws: all errors with `date_unreadable` or `malformed_table`, or `input_too_large`.
    static func read<Value>(
        _ bytes: [UInt8], name: String, limits: AccountFileLimits, _ body: (SettingsFile) -> Value
    ) throws(Failure) -> Value {
        guard bytes.count <= limits.settingsSize else {
            throw Failure(.inputTooLarge, "\(name) is larger than the limit of \(limits.settingsSize >> 10) KB.")
        }
        let content = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes[3...] : bytes[...]
        guard UTF16Decoder.recognised(content) == nil, let text = String(validating: content, as: UTF8.self) else {
            throw Failure(.malformedTable, "\(name) is not UTF-8 text.")
        }
        do throws(SettingsError) {
            let file = try SettingsFile(yaml: text, name: name)
            let value = body(file)
            try file.finish()
            return value
        } catch {
            throw error.failure(.malformedTable, atMost: limits.diagnostics)
        }
    }
}

extension SettingsNode {
    /// Returns a non-negative number; others are reported.
    func amount() -> Amount? {
        guard let text = text() else { return nil }
        guard let number = Amount(exactly: text), number >= 0 else {
            report("“\(path)” must be a number that is not negative.")
            return nil
        }
        return number
    }

    /// Returns a currency; malformed ones are reported.
    func currency() -> CurrencyCode? {
        guard let text = text() else { return nil }
        guard let currency = CurrencyCode(text) else {
            report("“\(path)” must be a currency code of three letters, such as EUR.")
            return nil
        }
        return currency
    }

    /// Returns a day; malformed ones are reported.
    func day() -> Day? {
        guard let text = text() else { return nil }
        guard let day = Day(text) else {
            report("“\(path)” must be a date such as 2025-12-31, from 1900 to 2199.", code: .dateUnreadable)
            return nil
        }
        return day
    }

    /// Returns the texts of a list, or a single text as a list.
    func texts(isList: Bool) -> [String] {
        isList ? items().compactMap { $0.text() } : text().map { [$0] } ?? []
    }
}
