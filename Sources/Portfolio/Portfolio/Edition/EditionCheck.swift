import FailureModel
import Values

/// Checks the values of an edition.
package enum EditionCheck {
    /// The resolutions of pictures, in pixels per inch.
    package static let ppi = 72...600
    /// The bleed in millimetres.
    package static let bleed = 0.0...10.0
    /// The book sizes in bytes, from the smallest possible to beyond any real book.
    package static let maxSize: ClosedRange<Int64> = 10_000...10_000_000_000
    /// The advice for a malformed size.
    package static let maxSizeMessage =
        "It must be a size with its unit, from 10kB to 10GB, such as 10MB; a number without a unit counts bytes."
    /// The advice for a malformed colour.
    package static let colorMessage = "It must be a colour such as #1A2B3C."

    /// Adds the errors of an edition to a list.
    ///
    /// - Parameters:
    ///   - edition: The readable part of the edition.
    ///   - base: The portfolio's own edition, which supplies values that the edition lacks.
    ///   - names: The names of the portfolio's files.
    ///   - folders: The names of its works' folders.
    ///   - diagnostics: The list.
    static func collect(
        _ edition: PortfolioEdition, base: PortfolioEdition? = nil, names: [String], folders: [String],
        into diagnostics: inout DiagnosticList
    ) {
        checkRanges(edition, &diagnostics)
        if let sections = edition.sections, Set(sections).count < sections.count {
            diagnostics.add(.malformedPortfolio, "sections", "A section stands in it twice.")
        }
        var checker = NameChecker(files: Set(names), all: Set(names).union(folders))
        if let cover = edition.cover {
            checker.check(cover, "cover", isFolderAllowed: false, &diagnostics)
        }
        if let cover = edition.cover ?? base?.cover, (edition.omit ?? base?.omit)?.contains(cover) == true {
            if edition.cover != nil {
                diagnostics.add(.malformedPortfolio, "cover", "The file is left out by omit.")
            } else if edition.omit != nil {
                diagnostics.add(
                    .malformedPortfolio, "omit", "The portfolio's own edition has one of the files on the cover.")
            }
        }
        checker.check(edition.omit, "omit", isFolderAllowed: false, &diagnostics)
        checker.check(edition.order, "order", isFolderAllowed: true, &diagnostics)
        checker.check(
            edition.captions, "captions", isFolderAllowed: false, limit: PortfolioLimits.caption, &diagnostics)
        checker.check(edition.titles, "titles", isFolderAllowed: true, limit: PortfolioLimits.title, &diagnostics)
        checker.check(
            edition.altTexts, "altTexts", isFolderAllowed: false, limit: PortfolioLimits.caption, &diagnostics)
    }

    private static func checkRanges(_ edition: PortfolioEdition, _ diagnostics: inout DiagnosticList) {
        if let ppi = edition.ppi, !Self.ppi.contains(ppi) {
            diagnostics.add(
                .malformedPortfolio, "ppi", "It must be from \(Self.ppi.lowerBound) to \(Self.ppi.upperBound).")
        }
        if let bleed = edition.bleed, !Self.bleed.contains(bleed) {
            diagnostics.add(.malformedPortfolio, "bleed", "It must be from 0 to 10 mm.")
        }
        if let size = edition.maxSize, !maxSize.contains(size) {
            diagnostics.add(.malformedPortfolio, "maxSize", maxSizeMessage)
        }
        if let accent = edition.accent, !isColor(accent) {
            diagnostics.add(.malformedPortfolio, "accent", colorMessage)
        }
    }

    /// Whether a text is a colour as `#RRGGBB`.
    package static func isColor(_ text: String) -> Bool {
        text.utf8.count == 7 && text.first == "#" && text.dropFirst().allSatisfy { $0.isASCII && $0.isHexDigit }
    }
}

/// Checks the names in an edition.
private struct NameChecker {
    let files: Set<String>
    let all: Set<String>
    /// The remaining searches for a nearest name, which are slow.
    private var room = 20

    init(files: Set<String>, all: Set<String>) {
        self.files = files
        self.all = all
    }

    mutating func check(
        _ name: String, _ key: String, isFolderAllowed: Bool, isKey: Bool = false, _ diagnostics: inout DiagnosticList
    ) {
        let known = isFolderAllowed ? all : files
        guard !known.contains(name), !diagnostics.isFull else { return }
        var nearest: String?
        if room > 0 {
            room -= 1
            nearest = NearestName.nearest(to: name, in: known)
        }
        diagnostics.add(
            .malformedPortfolio, key,
            isFolderAllowed ? "No file or folder has that name." : "No file has that name.",
            hint: nearest.map { "The nearest name is \"\($0)\"." }, isAboutKey: isKey)
    }

    mutating func check(_ names: [String]?, _ key: String, isFolderAllowed: Bool, _ diagnostics: inout DiagnosticList) {
        var seen: Set<String> = []
        for (index, name) in (names ?? []).enumerated() where !diagnostics.isFull {
            if seen.insert(name).inserted {
                check(name, "\(key)[\(index)]", isFolderAllowed: isFolderAllowed, &diagnostics)
            } else {
                diagnostics.add(.malformedPortfolio, "\(key)[\(index)]", "The name stands in it twice.")
            }
        }
    }

    mutating func check(
        _ texts: [String: String]?, _ key: String, isFolderAllowed: Bool, limit: Int,
        _ diagnostics: inout DiagnosticList
    ) {
        for (name, text) in (texts ?? [:]).sorted(by: { $0.key < $1.key }) where !diagnostics.isFull {
            check(name, "\(key).\(name.shortened(to: 80))", isFolderAllowed: isFolderAllowed, isKey: true, &diagnostics)
            diagnostics.check(text, "\(key).\(name.shortened(to: 80))", limit: limit)
        }
    }
}
