import FormModel

/// Compares a page with a known one to which it was registered.
///
/// What counts is print outside of fields: the known page's must be there, and unchanged. Ink that the known page does not
/// have may be writing, a stamp or a value, unless it is a rule or a box, as a new field has.
struct PageComparison {
    /// Minimum share of a mark's ink that must be there.
    private static let leastRecall = 0.6
    /// Minimum share of differing ink within a character of a changed number.
    private static let leastChange = 0.25
    /// The same for a number that must be read to be sure.
    private static let leastDoubt = 0.08
    /// The same for another word, which may have faded.
    private static let leastChangeOfWord = 0.5
    /// The share of marks that may be missing on the same page.
    ///
    /// Specks, folds and print that did not take are the reasons.
    private static let mostMissing = 0.02
    /// Minimum share of marks in place for another edition of the form.
    private static let leastAlike = 0.5
    /// Minimum share of marks that are paired with marks for another edition of the form.
    private static let leastInPlace = 0.4
    /// Minimum share of marks in place for a doubt.
    private static let leastDoubtful = 0.25
    /// Minimum number of marks outside of fields.
    private static let leastMarks = 12
    /// Maximum share of the marks that may lie outside of the picture.
    private static let mostHidden = 0.1
    /// The change of nine in ten marks above which print is too poor.
    private static let mostNoise = 0.3
    /// Maximum number of differences to report.
    private static let mostDifferences = 40
    /// Maximum share of a moved rule's ink left in its place.
    ///
    /// A rule of which more is left has faded.
    private static let mostLeft = 0.25
    /// The distance in points from a value within which light rules are no ink.
    private static let dimming = 7.5
    /// Maximum distance in points that a drawn rule moves along itself.
    private static let mostAlong = 1.0
    /// The heights in points of print that is compared letter by letter.
    private static let textHeights = 3.4...16.0
    /// Maximum distance in points of a new field's caption.
    private static let captionReach = 40.0

    let known: KnownPage
    let seen: PagePrint
    let registration: Registration
    private let toSeen: InkComparison
    /// Whether both pages were drawn, so that no print can fade.
    private let isExact: Bool
    private let fields: FieldAreas
    private let seenFields: FieldAreas

    init(_ known: KnownPage, _ seen: PagePrint, _ registration: Registration) {
        self.known = known
        self.seen = seen
        self.registration = registration
        toSeen = InkComparison(from: known.print.ink, to: seen.ink)
        isExact = !known.print.isScan && !seen.isScan
        let regions = known.fields.map { registration.template.upright($0.region) }
        fields = FieldAreas(regions)
        seenFields = FieldAreas(regions.map(registration.movedBounds))
    }

    /// Returns what the page is.
    func recognition() -> Recognition {
        let results = known.print.blobs.filter { fields.share(of: $0.region(scale: known.print.ink.scale)) < 0.5 }
            .map { toSeen.compare($0, registration.moved) }
        let inside = results.filter(\.isInside)
        guard inside.count >= Self.leastMarks else { return .unsure(known, .littlePrint) }
        let missing = inside.filter { $0.recall < Self.leastRecall }
        let alike = 1 - Double(missing.count) / Double(inside.count)
        guard alike >= Self.leastDoubtful else { return .unknown }
        guard alike >= Self.leastAlike else { return .unsure(known, .partlyAlike) }
        guard Double(results.count - inside.count) <= Self.mostHidden * Double(results.count) else {
            return .unsure(known, .hidden)
        }
        let words = WordComparison(known.print, seen, registration)
        let differences = self.differences(inside, missing: missing, words: words)
        guard differences.isEmpty else {
            // An edition has most of its print in the same arrangement.
            guard Double(registration.inliers) >= Self.leastInPlace * Double(registration.marks) else {
                return .unsure(known, .partlyAlike)
            }
            return .edition(known, registration, Array(differences.prefix(Self.mostDifferences)))
        }
        let noise = inside.map(\.worst).sorted()[inside.count * 9 / 10]
        return words == nil && noise > Self.mostNoise
            ? .unsure(known, .illegible)
            : .known(known, registration, doubtful: words == nil ? doubtfulNumbers(inside) : [])
    }

    private func differences(
        _ results: [InkComparison.Result], missing: [InkComparison.Result], words: WordComparison?
    ) -> [EditionDifference] {
        var found: [EditionDifference] = []
        if let words {
            // The text layers tell exactly what differs.
            for change in words.changes where fields.share(of: change.region) < 0.5 {
                found.append(
                    difference(
                        change.seen.map { .wording(known: change.known, seen: $0) } ?? .missing(known: change.known),
                        registration.movedBounds(of: change.region)))
            }
        } else {
            found += changed(results)
        }
        // Print may fade on a scan, up to a share.
        if isExact || Double(missing.count) > max(1, Self.mostMissing * Double(results.count)) {
            let told = found.map(\.region)
            found += missing.map { difference(.missing(known: known.print.text(of: $0.mark)), $0.region) }
                .filter { new in !told.contains { $0.intersection(new.region) != nil } }
        }
        return found + rules(missing: missing.map(\.mark))
    }

    /// Returns words that look different.
    ///
    /// One number is enough, such as that of another year. Other words may have faded or been written over; several of them
    /// are another wording.
    private func changed(_ results: [InkComparison.Result]) -> [EditionDifference] {
        var decisive: [EditionDifference] = []
        var others: [EditionDifference] = []
        for result in results where result.worst >= Self.leastChange {
            let region = result.mark.region(scale: known.print.ink.scale)
            guard Self.textHeights.contains(region.height) else { continue }
            if known.print.words.isEmpty {
                // Faded print only lacks ink.
                if result.worst >= Self.leastChangeOfWord, result.precision < 0.95 {
                    decisive.append(difference(.changed(known: nil), result.region))
                }
                continue
            }
            let words = wholeWords(of: result.mark)
            guard !words.isEmpty else { continue }
            let text = words.map(\.text).joined(separator: " ")
            let numbers = words.filter { $0.text.contains(where: \.isASCIIDigit) && $0.isShort }
            if !numbers.isEmpty {
                decisive.append(difference(.changed(known: text), result.region, numbers: numbers))
            } else if result.worst >= Self.leastChangeOfWord, result.precision < 0.9 || result.recall < 0.5 {
                others.append(difference(.changed(known: text), result.region))
            }
        }
        return decisive + (Double(others.count) >= max(3, 0.01 * Double(results.count)) ? others : [])
    }

    /// Returns the words that a mark shows, unless it is a piece of them only.
    private func wholeWords(of mark: PrintMark) -> [PrintedWord] {
        let region = mark.region(scale: known.print.ink.scale)
        let words = known.print.words(of: mark)
        guard let first = words.first else { return [] }
        // White letters on a tint are pieces of what is around them.
        let whole = words.dropFirst().reduce(first.region) { $0.union($1.region) }
        let isWhole =
            region.width >= 0.7 * whole.width && region.height <= 1.1 * whole.height
            && region.height >= 0.4 * whole.height
        return isWhole ? words : []
    }

    /// Returns the numbers that look somewhat different, the most different ones first.
    private func doubtfulNumbers(_ results: [InkComparison.Result]) -> [PrintedWord] {
        results.filter { $0.worst >= Self.leastDoubt }.sorted { $0.worst > $1.worst }.flatMap {
            wholeWords(of: $0.mark)
        }
        .filter { $0.text.contains(where: \.isASCIIDigit) }
    }

    /// Returns rules that moved, and rules and boxes that are new.
    ///
    /// A new field has a caption that is new, too; a lone line may be one that the known page has too faint to see.
    private func rules(missing words: [PrintMark]) -> [EditionDifference] {
        let comparison = toSeen.reversed
        let rules = RuleComparison(
            known: known.print, seen: seen, registration: registration, toSeen: toSeen)
        let (missing, added) = (rules.missing(), rules.added())
        var found = RuleComparison.moved(missing, added).map {
            difference(.moved(right: $0.by.x, down: $0.by.y), $0.region)
        }
        // Rules at the edges of fields may be hidden by what fills them, and others be too faint on a scan.
        let pieces = rules.missingPieces()
        let values = isExact ? self.values : []
        let hidden = pieces.filter { piece in
            guard isExact else { return piece.recall <= Self.mostLeft }
            let near = piece.region.insetBy(dx: -Self.dimming, dy: -Self.dimming)
            return fields.share(of: piece.mark.region(scale: known.print.ink.scale)) >= 0.5
                && !values.contains { $0.intersection(near) != nil }
        }.map(\.mark)
        let search = MoveSearch(known: known.print, registration: registration, toSeen: toSeen)
        for (mark, by) in search.moves(of: (isExact ? [] : words) + hidden) {
            let place = registration.movedBounds(of: mark.region(scale: known.print.ink.scale))
            if isExact, isBorder(mark, at: place, by: by) { continue }
            found.append(difference(.moved(right: by.x, down: by.y), place))
        }
        if isExact, found.isEmpty {
            let gone = pieces.filter {
                fields.share(of: $0.mark.region(scale: known.print.ink.scale)) < 0.5
            }
            found += gone.map { difference(.missing(known: nil), $0.region) }
        }
        let lines = added.sorted { $0.key.rawValue < $1.key.rawValue }.flatMap(\.value).filter {
            seenFields.share(of: $0) < 0.5
        }
        guard !lines.isEmpty else { return found }
        func around(_ line: Region) -> Region { line.insetBy(dx: -Self.captionReach, dy: -Self.captionReach / 2) }
        let captions = seen.blobs.filter { mark in
            let region = mark.region(scale: seen.ink.scale)
            guard Self.textHeights.contains(region.height), region.width >= 5, seenFields.share(of: region) < 0.3,
                lines.contains(where: { around($0).intersection(region) != nil })
            else { return false }
            return comparison.compare(mark, registration.movedBack).recall < 0.4
        }.map { $0.region(scale: seen.ink.scale) }
        found += lines.filter { line in captions.contains { around(line).intersection($0) != nil } }.map {
            difference(.added(seen: seen.text(beside: $0)), $0)
        }
        return found
    }

    /// The places of words in fields that the known page does not have there.
    private var values: [Region] {
        let printed = Dictionary(grouping: known.print.words, by: \.text)
        return seen.words.filter { word in
            seenFields.share(of: word.region) >= 0.5
                && !(printed[word.text] ?? []).contains {
                    registration.movedBounds(of: $0.region).intersection(word.region) != nil
                }
        }.map(\.region)
    }

    /// Returns whether a rule that seems to have moved is the border of a field.
    ///
    /// There a rule moves across itself only.
    private func isBorder(_ rule: PrintMark, at place: Region, by: Place) -> Bool {
        let along = rule.kind == .horizontal ? by.x : rule.kind == .vertical ? by.y : 0
        let moved = Region(x: place.x + by.x, y: place.y + by.y, width: place.width, height: place.height)
        return abs(along) > Self.mostAlong || seenFields.haveEdge(along: moved)
    }

    /// Returns a difference at a place of the straightened page seen.
    private func difference(
        _ kind: EditionDifference.Kind, _ region: Region, numbers: [PrintedWord] = []
    ) -> EditionDifference {
        EditionDifference(
            kind, region: seen.straightening.bounds(of: region.corners), on: seen.size, numbers: numbers)
    }
}
