import Geometry
import FailureModel
import Foundation
import Typesetting
package import Trading

/// The period and paper size of a statement.
package struct StatementOptions: Hashable, Sendable, Codable {
    /// The page sizes.
    package enum Page: String, Sendable, Codable, CaseIterable {
        case a4, letter
    }

    /// The first day; nil for that of the settings, or of the first entry.
    package var from: Day?
    /// The last day; nil for that of the settings, or of the newest file.
    package var to: Day?
    /// The page size; A4 by default.
    package var page: Page?

    /// Whether the decoded options contained an unknown key.
    private var hasUnknownKeys = false

    /// Creates options.
    package init(from: Day? = nil, to: Day? = nil, page: Page? = nil) {
        self.from = from
        self.to = to
        self.page = page
    }

    private enum CodingKeys: String, CodingKey, CaseIterable {
        case from, to, page
    }

    /// Any key of the encoded options.
    private struct Key: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    /// Decodes options, and records unknown keys.
    ///
    /// A misspelt key would otherwise result in another statement.
    package init(from decoder: any Decoder) throws {
        let keys = try decoder.container(keyedBy: Key.self).allKeys
        hasUnknownKeys = keys.contains { CodingKeys(rawValue: $0.stringValue) == nil }
        let values = try decoder.container(keyedBy: CodingKeys.self)
        from = try values.decodeIfPresent(Day.self, forKey: .from)
        to = try values.decodeIfPresent(Day.self, forKey: .to)
        page = try values.decodeIfPresent(Page.self, forKey: .page)
    }

    /// A sentence about an error in the options; nil if they are valid.
    package var mistake: String? {
        if hasUnknownKeys {
            return "A key is not one of \(CodingKeys.allCases.map(\.rawValue).joined(separator: ", "))."
        }
        if let from, let to, from > to { return "The first day of a statement must not come after the last." }
        return nil
    }
}

extension StatementOptions.Page {
    var size: PageSize {
        switch self {
        case .a4: .a4
        case .letter: .letter
        }
    }
}
