import ArgumentParser
import Files
import Foundation

/// Which part of a list to print.
struct PageArguments: ParsableArguments {
    @Option(help: "Maximum number to list.")
    var limit = 50

    @Option(help: "Only entries older than this number, which the page before names.")
    var before: Int64?

    func validate() throws {
        guard limit > 0 else { throw ValidationError("--limit is a number from 1 on.") }
    }
}

/// One page of a list, with what is needed to ask for the next.
struct ListPage<Item: Encodable> {
    private let items: [Item]
    /// How many all pages have.
    private let total: Int
    /// What `--before` takes for the next page; `nil` on the last.
    private let next: Int64?

    init(_ items: [Item], of total: Int, limit: Int, next: Int64?) {
        self.items = items
        self.total = total
        self.next = items.count == limit ? next : nil
    }

    /// An object with the items under `name`, `total` and `next`.
    func printJSON(as name: String) throws {
        let text = try JSONText.encode(Object(page: self, name: name))
        print(String(decoding: text, as: UTF8.self), terminator: "")
    }

    /// Says on standard error, away from the table, how to get the next page.
    func tellOfMore() {
        guard let next else { return }
        StandardError.print("\(items.count) of \(total); the next page: --before \(next)")
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
