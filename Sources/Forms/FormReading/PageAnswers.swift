import FormDetection
import FormFilling
import FormImport
import FormModel
import KnownForms
import Tesseract

/// Reads the fields of one page of a filled copy.
struct PageAnswers {
    let seen: SeenPage
    let blank: BlankPage
    let registration: Registration
    let recognisers: RecogniserPool

    /// The share of a box that is written on from which it is ticked.
    private static let tick = 0.03
    /// The shares between which a tick is doubtful.
    private static let doubtfulTick = 0.012..<0.06
    /// The confidence of recognised words below which they are taken for handwriting.
    private static let print = 0.55
    /// The confidence of a text that cannot be what the field takes.
    private static let misread = 0.5
    /// The confidence of a text with others below it that are not seen.
    private static let overprint = 0.4
    /// Maximum height in points of a field with one line.
    private static let mostLineHeight = 30.0

    /// Returns what is in each field; fields with `held` cells are not read.
    func cells(besides held: [Field.ID: AnswerCell]) throws -> [Field.ID: AnswerCell] {
        var cells = held
        let texts = seen.read.isScan ? [:] : written()
        for field in blank.known.fields where held[field.id] == nil {
            let ink = FieldInk(of: field.region, on: seen, blank: blank, by: registration)
            var cell: AnswerCell
            if field.type == .checkbox {
                cell = box(ink)
            } else if let written = texts[field.id] {
                cell = shown(written, in: field)
            } else if ink.isEmpty {
                cell = AnswerCell(text: "", confidence: 0.97, reason: .empty)
            } else if seen.read.isScan, field.type != .signature {
                let edges = field.combEdges ?? []
                cell = try edges.count > 2 ? recognised(comb: edges, of: field, ink) : recognised(field, ink)
            } else {
                cell = AnswerCell(text: "", confidence: 0.3, reason: .handwriting)
            }
            cell.text = withSigns(cell.text, in: field)
            if cell.isDoubtful { cell.picture = ink.picture }
            cells[field.id] = cell
        }
        return cells
    }

    /// Returns a text with the signs that the blank prints between its parts.
    private func withSigns(_ text: String, in field: Field) -> String {
        guard !text.isEmpty, let gaps = BlankGaps(field) else { return text }
        let parts = text.split(separator: " ")
        guard parts.count == gaps.regions.count, parts.allSatisfy({ $0.allSatisfy { $0.isLetter || $0.isNumber } })
        else { return text }
        let signs = gaps.signs.map { region in
            let printed = blank.print(in: region)
            // The signs of a scanned blank are not known.
            if printed.isEmpty { return field.type == .date ? "/" : " " }
            return printed.contains { "()".contains($0) } ? " " : printed
        }
        return zip(parts, signs + [""]).map { $0 + $1 }.joined()
    }

    private func box(_ ink: FieldInk) -> AnswerCell {
        AnswerCell(
            text: ink.share >= Self.tick ? "yes" : "no",
            confidence: Self.doubtfulTick.contains(ink.share) ? 0.5 : 0.97, reason: .ink)
    }

    /// Returns the text layer's characters that the blank does not print, by field.
    private func written() -> [Field.ID: WrittenText] {
        var texts: [Field.ID: WrittenText] = [:]
        for word in seen.content.words {
            var pieces: [Field.ID: [(Character, Place, Region)]] = [:]
            for (character, region) in zip(word.text, word.characters) {
                let place = registration.placeInTemplate(Place(region.midX, region.midY))
                guard !blank.prints(character, at: place), let field = field(at: place) else { continue }
                pieces[field.id, default: []].append((character, place, registration.regionInTemplate(region)))
            }
            for (id, characters) in pieces {
                for run in Self.runs(characters, height: word.region.height) {
                    guard let first = run.first?.2 else { continue }
                    texts[id, default: WrittenText()].add(
                        WrittenText.Piece(
                            text: String(run.map(\.0)), characters: run.map { ($0.0, $0.1) },
                            region: run.reduce(first) { $0.union($1.2) }, confidence: 1))
                }
            }
        }
        return texts
    }

    /// The width of a space, over the height of its line.
    private static let space = 0.15

    /// Returns the characters between spaces.
    ///
    /// Poppler takes single characters with spaces between them for spaced letters of one word.
    private static func runs<Mark>(
        _ characters: [(Character, Mark, Region)], height: Double
    ) -> [[(Character, Mark, Region)]] {
        var runs: [[(Character, Mark, Region)]] = []
        for character in characters {
            // The next letter is on the left in some scripts.
            if let last = runs.last?.last?.2,
                max(character.2.left - last.right, last.left - character.2.right) < space * height
            {
                runs[runs.count - 1].append(character)
            } else {
                runs.append([character])
            }
        }
        return runs
    }

    /// Returns the text of a field that can be seen on the page.
    ///
    /// Text that something covers, or that is drawn without ink, is left out, and somebody has to look.
    private func shown(_ written: WrittenText, in field: Field) -> AnswerCell {
        let ink = TextInk(on: seen)
        var visible = WrittenText()
        for piece in written.pieces {
            let isVisible = ink.isVisible(in: piece.region) { place in
                blank.hasInk(near: place, pixels: 1) ? nil : registration.place(place)
            }
            if isVisible { visible.add(piece) }
        }
        let isWhole = visible.pieces.count == written.pieces.count
        guard isWhole, !visible.hasOverprint else {
            return AnswerCell(
                text: visible.pieces.isEmpty ? "" : visible.text(in: field), confidence: Self.overprint,
                reason: .hidden)
        }
        return AnswerCell(text: visible.text(in: field), confidence: 0.98, reason: .text)
    }

    /// Returns the field to write in at a place, or the nearest one within reach.
    private func field(at place: Place) -> Field? {
        let reach = 2.5
        let near = blank.known.fields.filter {
            $0.type != .checkbox && $0.region.insetBy(dx: -reach, dy: -reach).contains(x: place.x, y: place.y)
        }
        return near.min { distance($0.region, place) < distance($1.region, place) }
    }

    private func distance(_ region: Region, _ place: Place) -> Double {
        let dx = max(region.left - place.x, 0, place.x - region.right)
        let dy = max(region.top - place.y, 0, place.y - region.bottom)
        // Of overlapping fields the smaller one is meant.
        return max(dx, dy) + 1e-6 * region.area
    }

    private func recognised(_ field: Field, _ ink: FieldInk) throws -> AnswerCell {
        guard let picture = ink.written.cropped(toInkBelow: FieldInk.dark, margin: FieldInk.margin) else {
            return AnswerCell(text: "", confidence: 0.2, reason: .handwriting)
        }
        let isLine = field.type != .multiline && field.lines == nil && field.region.height < Self.mostLineHeight
        let reading = try recognisers.withRecogniser {
            try InkReading(picture, layout: isLine ? .line : .block, by: $0)
        }
        guard reading.confidence >= Self.print else {
            return AnswerCell(text: "", confidence: 0.2, reason: .handwriting)
        }
        let text = field.type == .multiline ? reading.text : reading.text.replacing("\n", with: " ")
        // Marks alone are as likely to be a letter that was not recognised.
        let hasContent = text.contains { $0.isLetter || $0.isNumber }
        let isMisread =
            !hasContent || field.type == .date && !Self.mayBeDate(text)
            || field.type == .number && !AmountText.mayBeAmount(text)
        return AnswerCell(
            text: text, confidence: isMisread ? min(Self.misread, reading.confidence) : reading.confidence,
            reason: .recognised)
    }

    /// Returns whether a text has only what dates have, and the calendar has the date.
    private static func mayBeDate(_ text: String) -> Bool {
        text.contains(where: \.isNumber) && text.allSatisfy { $0.isLetter || $0.isNumber || " /.-,'".contains($0) }
            && !DateText.isImpossible(text)
    }
}
