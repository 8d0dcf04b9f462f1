package import ArgumentParser
import Files
import Foundation

/// The options that select a page of a list.
package struct PageArguments: ParsableArguments {
    package init() {}

    @Option(help: "Maximum number to list.")
    package var limit = 50

    @Option(help: "Only entries older than this number, which the previous page names.")
    package var before: Int64?

    package func validate() throws {
        guard limit > 0 else { throw ValidationError("--limit must be at least 1.") }
    }
}

/// A page of a list, with the start of the next one.
package struct ListPage<Item: Encodable> {
    private let items: [Item]
    /// The number of items on all pages.
    private let total: Int
    /// The argument of `--before` for the next page; `nil` on the last one.
    private let next: Int64?

    package init(_ items: [Item], of total: Int, limit: Int, next: Int64?) {
        self.items = items
        self.total = total
        self.next = items.count == limit ? next : nil
    }

    /// Prints an object with the items under `name`, `total` and `next`.
    package func printJSON(as name: String) throws {
        let text = try JSONText.encode(Object(page: self, name: name))
        StandardOutput.write(text)
    }

    /// Prints the option for the next page on standard error, outside the table.
    package func printContinuation() {
        guard let next else { return }
        StandardError.print("\(items.count) of \(total) shown; for the next page: --before \(next)")
    }

    private struct Object: Encodable {
        let page: ListPage
        let name: String

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: Key.self)
            try container.encode(page.items, forKey: Key(stringValue: name))
            try container.encode(page.total, forKey: Key(stringValue: "total"))
            try container.encode(page.next, forKey: Key(stringValue: "next"))
        }
    }

    private struct Key: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }
}
