package import FormDetection
import FormModel
package import KnownForms
import Tesseract

/// Reads the numbers of a recognised scan.
///
/// Editions differ by them. Pictures of digits are too much alike for a comparison. Only lines are read that have numbers in the margins, where
/// dates and form numbers are printed, or numbers that look somewhat different.
package struct EditionCheck: Sendable {
    private let recognisers: RecogniserPool

    /// Minimum confidence of a word that contradicts the known form.
    private static let leastConfidence = 0.7
    /// The same for a single digit, and for one that looks different.
    private static let (leastOfDigit, leastOfDoubtfulDigit) = (0.95, 0.85)
    /// The number of digits of a year, the least that a date has.
    private static let digitsOfDate = 4
    /// Maximum number of changed numbers to read.
    private static let mostChanges = 8
    /// Letters that text recognition takes for digits.
    private static let digitsOfLetters: [Character: Character] = [
        "O": "0", "o": "0", "I": "1", "l": "1", "|": "1", "S": "5", "B": "8", "Z": "2",
    ]

    /// Creates a check; recognisers are created when the first scan needs them.
    package init(language: String) {
        recognisers = RecogniserPool(language: language)
    }

    /// Returns what a page is after its numbers were read.
    ///
    /// It blocks while it works.
    ///
    /// - Parameters:
    ///   - recognition: what the page seems to be.
    ///   - page: the straightened page.
    /// - Returns: another edition with the number that differs; the known form, if all numbers that look different
    ///   are the same; a doubt if no number could be read; else what was given.
    /// - Throws: the errors of text recognition.
    package func confirmed(_ recognition: Recognition, on page: ReadPage) throws -> Recognition {
        guard page.isScan else { return recognition }
        switch recognition {
        case .known(let known, let registration, let doubtful):
            return try confirmed(known, registration, doubtful: doubtful, differs: false, on: page) ?? recognition
        case .edition(let known, let registration, let differences):
            let numbers = differences.flatMap(\.numbers)
            guard differences.allSatisfy({ !$0.numbers.isEmpty }), numbers.count <= Self.mostChanges else {
                return recognition
            }
            let found = try confirmed(known, registration, doubtful: numbers, differs: true, on: page)
            guard let found else { return .known(known, registration, doubtful: []) }
            if case .unsure = found { return recognition }
            return found
        case .unsure, .unknown: return recognition
        }
    }

    /// Returns another outcome than the known form, or nil.
    ///
    /// A doubtful number must be read as the same one, and a date, too, if the page differs elsewhere.
    private func confirmed(
        _ known: KnownPage, _ registration: Registration, doubtful: [PrintedWord], differs: Bool, on page: ReadPage
    ) throws -> Recognition? {
        let read = try readings(registration.numberedLines(of: known.print, and: doubtful), on: page)
        for case (let number, .other(let text, let confidence)) in read {
            // A single digit is easily misread.
            guard
                Self.digitCount(number) >= 2 || confidence >= Self.leastOfDigit
                    || confidence >= Self.leastOfDoubtfulDigit && doubtful.contains(number.word)
            else { continue }
            let difference = registration.difference(known: number.word.text, seen: text, at: number.region)
            return .edition(known, registration, [difference])
        }
        let isOpen = read.contains { reading in
            reading.outcome != .same
                && (doubtful.contains(reading.number.word)
                    || differs && Self.digitCount(reading.number) >= Self.digitsOfDate)
        }
        let isUnread = differs && !doubtful.allSatisfy { word in read.contains { $0.number.word == word } }
        return isOpen || isUnread ? .unsure(known, .illegible) : nil
    }

    private static func digitCount(_ number: NumberedLine.Number) -> Int { number.word.text.count(where: isDigit) }

    /// What was read at the place of a number.
    private enum Outcome: Equatable {
        case same
        case other(String, confidence: Double)
        case illegible
    }

    private func readings(
        _ lines: [NumberedLine], on page: ReadPage
    ) throws -> [(number: NumberedLine.Number, outcome: Outcome)] {
        try lines.flatMap { line in
            let words = try words(in: line.area, on: page)
            return line.numbers.map { ($0, Self.outcome(of: $0, among: words)) }
        }
    }

    private static func outcome(of number: NumberedLine.Number, among words: [Word]) -> Outcome {
        let read = words.filter { number.region.contains(x: $0.region.midX, y: $0.region.midY) }
            .sorted { $0.region.left < $1.region.left }
        let text = read.map(\.text).joined()
        let wanted = number.word.text.filter(isDigit)
        let digits = text.filter(isDigit)
        if digits == wanted || self.digits(text) == self.digits(number.word.text) { return .same }
        let confidence = read.map(\.confidence).min() ?? 0
        // A stroke between digits may be read as one.
        let isAligned = text.count == number.word.text.count
        let aligned = zip(text, number.word.text).filter { isDigit($1) }.map(\.0)
        if isAligned, self.digits(String(aligned)) == wanted { return .same }
        let isOther = digits.count == wanted.count || isAligned && aligned.allSatisfy(isDigit)
        return isOther && confidence >= leastConfidence ? .other(text, confidence: confidence) : .illegible
    }

    /// Returns the words in an area, in points of the page.
    private func words(in area: Region, on page: ReadPage) throws -> [Word] {
        let scale = page.scale
        func scaled(_ r: Region, by factor: Double) -> Region {
            Region(x: r.x * factor, y: r.y * factor, width: r.width * factor, height: r.height * factor)
        }
        return try recognisers.withRecogniser {
            try $0.words(in: page.image, resolution: Int((72 * scale).rounded()), area: scaled(area, by: scale))
        }.map { word in
            var word = word
            word.region = scaled(word.region, by: 1 / scale)
            return word
        }
    }

    private static func isDigit(_ character: Character) -> Bool { character.isASCII && character.isNumber }

    /// The digits of a word in which letters may have been taken for digits.
    private static func digits(_ text: String) -> String {
        String(text.map { digitsOfLetters[$0] ?? $0 }.filter(isDigit))
    }
}
