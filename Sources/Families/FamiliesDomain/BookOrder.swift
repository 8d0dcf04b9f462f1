package import FailureModel
package import Foundation
import Pipeline
package import Storybook
import Families

/// The order of a book in a dropped file, such as `summer.book.yaml`.
///
/// ```yaml
/// child: Ada                  # or family: The Lovelaces; without either, the family of the folder
/// from: 2025-01-01            # the first day; by default that of the first artwork
/// to: 2025-12-31
/// title: Our summer of drawings
/// dedication: For Grandma, who keeps every picture
/// paper: A4                   # A4, Letter or square (210 mm)
/// bleed: 3mm                  # for printers that trim the pages
/// include: stories            # or all: also artworks without stories
/// ppi: 300                    # 150 gives a book that can be mailed
/// multiple: 4                 # the number of pages is a multiple of it
/// ```
package struct BookOrder: Hashable, Sendable {
    /// The subject of the book; `nil` for the folder's family.
    package var subject: Subject?
    /// The first day; `nil` for that of the first artwork.
    package var from: BookDate?
    /// The last day; `nil` for that of the last artwork.
    package var to: BookDate?
    /// The title; `nil` for one composed of names and years.
    package var title: String?
    /// The dedication.
    package var dedication: String?
    /// The artworks to include.
    package var include = Inclusion.stories
    /// The settings of the book.
    package var options = BookOptions()

    /// Creates an order of all stories of the folder's family.
    package init() {}

    /// The subject of a book.
    package enum Subject: Hashable, Sendable {
        case family(String)
        case child(String)
    }

    /// The artworks to include in a book.
    package enum Inclusion: String, Hashable, Sendable, CaseIterable {
        /// Artworks with a story, as in the feed.
        case stories
        /// All artworks, including legacy ones without a story.
        case all
    }

    /// The maximum size of a file in bytes.
    package static let sizeLimit = 64 << 10
    /// The maximum length of a dedication in characters.
    package static let longestDedication = 1_000

    private static let suffixes = [".book.yaml", ".book.yml"]

    /// Returns the name of an order file without its suffix; `nil` for other files.
    package static func stem(of fileName: String) -> String? {
        let lower = fileName.lowercased()
        guard let suffix = suffixes.first(where: lower.hasSuffix), lower.count > suffix.count else { return nil }
        return String(fileName.dropLast(suffix.count))
    }

    /// Parses an order.
    ///
    /// - Parameters:
    ///   - data: The file, in UTF-8.
    ///   - name: The file name for messages.
    /// - Returns: The order.
    /// - Throws: `malformed_book` with all mistakes and their lines; `input_too_large`.
    package static func read(_ data: Data, name: String) throws(Failure) -> BookOrder {
        guard data.count <= sizeLimit else {
            throw Failure(.inputTooLarge, "\(name) is larger than the limit of \(sizeLimit >> 10) KB.")
        }
        guard let text = String(bytes: data, encoding: .utf8) else {
            throw Failure(.malformedBook, "\(name) is not UTF-8 text.")
        }
        let order: BookOrder?
        do throws(SettingsError) {
            let file = try SettingsFile(yaml: text, name: name)
            order = file.root.map(read)
            try file.finish()
        } catch {
            throw error.failure(.malformedBook)
        }
        // An empty file is more often a mistake than an order of everything.
        guard let order else {
            throw Failure(
                .malformedBook, "\(name) is empty.", hint: "Write at least one key, such as include: stories.")
        }
        return order
    }

    private static func read(_ root: SettingsNode) -> BookOrder {
        var order = BookOrder()
        let keys = root.mapping(known: [
            "family", "child", "from", "to", "title", "dedication", "paper", "bleed", "include", "ppi", "multiple",
        ])
        let family = keys["family"]?.text(within: StoryText.nameLength)
        let child = keys["child"]?.text(within: StoryText.nameLength)
        if keys["family"] != nil, let both = keys["child"] {
            both.report("A book is about a family or a child; leave “family” or “child” out.")
        }
        order.subject = child.map { .child($0) } ?? family.map { .family($0) }
        order.from = keys["from"]?.day()
        order.to = keys["to"]?.day()
        if let from = order.from, let to = order.to, to < from {
            keys["to"]?.report("“to” must not come before “from”.")
        }
        order.title = keys["title"]?.text(within: StoryText.titleLength)
        order.dedication = keys["dedication"]?.text(within: 1...longestDedication)
        order.include = keys["include"]?.choice(of: Inclusion.self) ?? order.include
        order.options.paper = keys["paper"]?.choice(of: BookOptions.Paper.self) ?? order.options.paper
        order.options.bleed = keys["bleed"]?.millimetres(in: BookOptions.bleeds) ?? order.options.bleed
        order.options.ppi = keys["ppi"]?.integer(in: BookOptions.resolutions) ?? order.options.ppi
        if let multiple = keys["multiple"]?.integer(in: BookOptions.multiples) {
            if multiple % 2 != 0 { keys["multiple"]?.report("“multiple” must be even: a leaf has two pages.") }
            order.options.multiple = multiple
        }
        return order
    }
}

extension SettingsNode {
    /// Returns a text of a permitted length in characters, without white space at both ends.
    fileprivate func text(within lengths: ClosedRange<Int>) -> String? {
        guard let text = text(longest: lengths.upperBound * StoryText.bytesPerCharacter) else { return nil }
        let trimmed = StoryText.trimmed(text)
        guard lengths.contains(trimmed.count) else {
            report("“\(path)” must have \(lengths.lowerBound) to \(lengths.upperBound) characters.")
            return nil
        }
        return String(trimmed)
    }

    /// Returns a day such as `2025-12-31`.
    fileprivate func day() -> BookDate? {
        guard let text = text(longest: 100) else { return nil }
        guard text.utf8.count == 10, let day = BookDate(text) else {
            report("“\(path)” must be a date such as 2025-12-31.")
            return nil
        }
        return day
    }

    /// Returns a length such as `3mm`, in millimetres.
    fileprivate func millimetres(in range: ClosedRange<Double>) -> Double? {
        guard let text = text(longest: 100) else { return nil }
        let number =
            text.wholeMatch(of: /([0-9]+(?:\.[0-9]+)?) ?mm/).flatMap { Double($0.1) } ?? (text == "0" ? 0 : nil)
        guard let number, range.contains(number) else {
            report(
                "“\(path)” must be a length from \(Int(range.lowerBound)) to \(Int(range.upperBound)) mm, such as 3mm.")
            return nil
        }
        return number
    }
}
