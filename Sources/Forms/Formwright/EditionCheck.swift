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
    /// How much lines are enlarged to be read again.
    ///
    /// Small print is read best where its letters are some twenty pixels high.
    private static let factors = [2, 1.5, 3]
    /// The frame in pixels and the enlargement of a number that is read alone.
    private static let (frame, factorAlone) = (7, 3.0)
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
        // The page may have been recognised in another direction than it lies.
        let upright = try page.turnedBack(by: (registration.seen.turns - page.turns + 4) & 3)
        let read = try readings(registration.numberedLines(of: known.print, and: doubtful), on: upright)
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
            let read = try words(in: line.area, on: page)
            var outcomes = line.numbers.map { [Self.outcome(of: $0, among: read)] }
            for factor in Self.factors where outcomes.contains(where: { !$0.contains(.same) }) {
                let read = try words(in: line.area, on: page, enlargedBy: factor)
                for (place, number) in line.numbers.enumerated() {
                    let outcome = Self.outcome(of: number, among: read)
                    // A single digit is easily misread, too, when it is enlarged.
                    guard outcome == .same || Self.digitCount(number) >= 2 else { continue }
                    outcomes[place].append(outcome)
                }
            }
            // Rules and other lines nearby confuse text recognition.
            for (place, number) in line.numbers.enumerated() where !outcomes[place].contains(.same) {
                if try isSame(number, readAloneOn: page) { outcomes[place].append(.same) }
            }
            return zip(line.numbers, outcomes).map { ($0, Self.verdict(of: $1)) }
        }
    }

    /// Returns what several readings of a number say together.
    ///
    /// Text recognition rarely misreads a number as just the one that is known.
    private static func verdict(of outcomes: [Outcome]) -> Outcome {
        if outcomes.contains(.same) { return .same }
        let others = outcomes.filter { $0 != .illegible }
        let texts = Set(
            others.map { outcome -> String in
                if case .other(let text, _) = outcome { text.filter(isDigit) } else { "" }
            })
        return texts.count == 1 ? others.first ?? .illegible : .illegible
    }

    private static func outcome(of number: NumberedLine.Number, among words: [Word]) -> Outcome {
        let read = words.filter { number.region.contains(x: $0.region.midX, y: $0.region.midY) }
            .sorted { $0.region.left < $1.region.left }
        let text = read.map(\.text).joined()
        let wanted = number.word.text.filter(isDigit)
        let digits = text.filter(isDigit)
        if isSame(text, as: number) { return .same }
        let confidence = read.map(\.confidence).min() ?? 0
        // A stroke between digits may be read as one.
        let isAligned = text.count == number.word.text.count
        let aligned = zip(text, number.word.text).filter { isDigit($1) }.map(\.0)
        if isAligned, self.digits(String(aligned)) == wanted { return .same }
        let isOther = digits.count == wanted.count || isAligned && aligned.allSatisfy(isDigit)
        return isOther && confidence >= leastConfidence ? .other(text, confidence: confidence) : .illegible
    }

    /// Returns whether a text has a number's digits, or letters that are taken for them.
    private static func isSame(_ text: String, as number: NumberedLine.Number) -> Bool {
        let known = number.word.text
        return text.filter(isDigit) == known.filter(isDigit) || digits(text) == digits(known)
    }

    /// Returns the words in an area, in points of the page.
    private func words(in area: Region, on page: ReadPage) throws -> [Word] {
        let scale = page.scale
        return try recognisers.withRecogniser {
            try $0.words(in: page.image, resolution: Self.resolution(scale), area: area.scaled(by: scale))
        }.map { $0.scaled(by: 1 / scale) }
    }

    /// Returns the words of a line, read from an enlarged picture of it.
    private func words(in area: Region, on page: ReadPage, enlargedBy factor: Double) throws -> [Word] {
        let pixels = area.scaled(by: page.scale)
        guard let picture = page.image.part(pixels) else { return [] }
        let scale = page.scale * factor
        let (left, top) = (max(0, pixels.left.rounded(.down)), max(0, pixels.top.rounded(.down)))
        return try recognisers.withRecogniser {
            try $0.words(in: picture.enlarged(by: factor), resolution: Self.resolution(scale), layout: .line)
        }.map { word in
            var word = word.scaled(by: 1 / scale)
            word.region.x += left / page.scale
            word.region.y += top / page.scale
            return word
        }
    }

    /// Returns whether a number, read alone, is the known one.
    private func isSame(_ number: NumberedLine.Number, readAloneOn page: ReadPage) throws -> Bool {
        guard let picture = page.image.part(number.region.scaled(by: page.scale)) else { return false }
        let read = try recognisers.withRecogniser {
            try $0.words(
                in: picture.framed(by: Self.frame).enlarged(by: Self.factorAlone),
                resolution: Self.resolution(page.scale * Self.factorAlone), layout: .line)
        }
        return Self.isSame(read.map(\.text).joined(), as: number)
    }

    private static func resolution(_ scale: Double) -> Int { Int((72 * scale).rounded()) }

    private static func isDigit(_ character: Character) -> Bool { character.isASCII && character.isNumber }

    /// The digits of a word in which letters may have been taken for digits.
    private static func digits(_ text: String) -> String {
        String(text.map { digitsOfLetters[$0] ?? $0 }.filter(isDigit))
    }
}

extension Region {
    fileprivate func scaled(by factor: Double) -> Region {
        Region(x: x * factor, y: y * factor, width: width * factor, height: height * factor)
    }
}

extension Word {
    fileprivate func scaled(by factor: Double) -> Word {
        var word = self
        word.region = region.scaled(by: factor)
        return word
    }
}
