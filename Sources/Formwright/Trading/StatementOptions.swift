import FailureModel
import Foundation
import Typesetting
package import Trading

/// What a statement covers, and its paper.
package struct StatementOptions: Hashable, Sendable, Codable {
    /// The sizes of pages.
    package enum Page: String, Sendable, Codable, CaseIterable {
        case a4, letter
    }

    /// The first day; nil for that of the account's settings, or of the first entry.
    package var from: Day?
    /// The last day; nil for that of the account's settings, or of the newest file.
    package var to: Day?
    /// The size of the pages; A4 without one.
    package var page: Page?

    /// Creates options.
    package init(from: Day? = nil, to: Day? = nil, page: Page? = nil) {
        self.from = from
        self.to = to
        self.page = page
    }

    /// What is wrong with the options, as a sentence; nil if nothing is.
    package var mistake: String? {
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
