import FormModel
import Foundation

/// Ranks fields and questions by how well the words of a key name them.
///
/// Each word of a key is looked up in all texts that name a field. Rare words count more than frequent ones, as in
/// information retrieval (inverse document frequency). Of two fields that have all words, the one with fewer other
/// words in its label ranks first.
struct KeyRanking {
    /// A field or question, and how well a key names it.
    struct Match {
        /// The index of the target.
        var target: Int
        /// The share of the key's words, by weight, found in the target's texts.
        var coverage: Double
        /// The rank: the coverage plus the weighted share of the label covered by the key.
        var score: Double
        /// The numbers in the key that the target lacks.
        var missingNumbers: [String]
        /// The share of the key's words, by weight, found in the section heading.
        var sectionShare: Double
        /// Whether its label, caption, row or column has exactly the words of the key.
        var isAlone: Bool
        /// The rank as a proposal, which also counts words found only in preceding fields.
        var proposal: Double
    }

    /// Minimum coverage for a key to name a field.
    static let leastCoverage = 0.78
    /// The lead that the best match needs over the next.
    static let margin = 0.02
    /// The weight of the share of the label that is covered by the key.
    private static let precisionWeight = 0.22
    /// The same weight for proposals.
    private static let proposalPrecision = 0.4
    /// The share assigned to a label that begins with the key.
    private static let beginning = 0.85
    /// The share assigned to a label that ends with the key.
    private static let end = 0.75
    /// The weight of an item number that a text mentions.
    private static let mention = 0.6
    /// The weights of a number of the enclosing item.
    ///
    /// They apply without and with the letter of its part.
    private static let (containing, containingPart) = (0.6, 0.8)
    /// The weight of a word found in a preceding field, in proposals.
    ///
    /// It decreases by `step` with each field in between.
    private static let context = (next: 0.5, step: 0.01, least: 0.2)

    private let names: [FieldNames]
    /// The texts of each target, as indices into the vocabulary.
    private let texts: [[(role: FieldNames.Role, words: [Int])]]
    private let vocabulary: [[Unicode.Scalar]]
    private let isFiller: [Bool]
    private let places: [String: Int]
    /// The weight of each word of the vocabulary.
    private let weights: [Double]
    private let rarest: Double
    private let vocabularyIndex: VocabularyIndex
    /// The targets that contain each word of the vocabulary.
    private let holders: [[Int]]
    /// The targets by their own numbers and those of their row and question.
    private let numbered: [String: [Int]]
    /// The targets by the initials of three successive words.
    private let initials: [[Unicode.Scalar]: [Int]]
    /// The page of each target.
    private let pages: [Int]
    /// The targets in reading order.
    private let order: [Int]

    /// Creates a ranking of targets, each with its names, page, and number in reading order.
    init(_ names: [FieldNames], places at: [(page: Int, number: Int)]) {
        self.names = names
        pages = at.map(\.page)
        order = names.indices.sorted { (at[$0].number, $0) < (at[$1].number, $1) }
        var places: [String: Int] = [:]
        var vocabulary: [[Unicode.Scalar]] = []
        var counts: [Int] = []
        texts = names.map { target in
            var seen: Set<Int> = []
            let texts = target.texts.map { role, words in
                (
                    role,
                    words.map { word in
                        let place = places[word] ?? vocabulary.count
                        if place == vocabulary.count {
                            places[word] = place
                            vocabulary.append(Array(word.unicodeScalars))
                            counts.append(0)
                        }
                        if seen.insert(place).inserted { counts[place] += 1 }
                        return place
                    }
                )
            }
            return texts
        }
        self.places = places
        self.vocabulary = vocabulary
        vocabularyIndex = VocabularyIndex(vocabulary)
        let isFiller = vocabulary.map { KeyWords.isFiller(String(String.UnicodeScalarView($0))) }
        var holders = [[Int]](repeating: [], count: vocabulary.count)
        var numbered: [String: [Int]] = [:]
        var initials: [[Unicode.Scalar]: [Int]] = [:]
        for target in names.indices {
            for place in Set(texts[target].flatMap(\.words)) { holders[place].append(target) }
            for number in names[target].ownNumbers.union(names[target].nearNumbers)
                .union(names[target].containingNumbers)
            {
                numbered[number, default: []].append(target)
            }
            var own: Set<[Unicode.Scalar]> = []
            for (_, words) in texts[target] {
                for phrase in [words, words.filter { !isFiller[$0] }] where phrase.count >= 3 {
                    let letters = phrase.map { vocabulary[$0].first ?? " " }
                    for start in 0...letters.count - 3 { own.insert(Array(letters[start..<start + 3])) }
                }
            }
            for letters in own { initials[letters, default: []].append(target) }
        }
        self.isFiller = isFiller
        self.holders = holders
        self.numbered = numbered
        self.initials = initials
        let total = Double(names.count)
        func weight(_ word: String, count: Int) -> Double {
            max(0.1, log(1 + total / Double(1 + count)) * (KeyWords.isFiller(word) ? 0.12 : 1))
        }
        weights = vocabulary.indices.map { weight(String(String.UnicodeScalarView(vocabulary[$0])), count: counts[$0]) }
        rarest = log(1 + total)
    }

    /// A word of a key.
    struct Word {
        var text: String
        /// Whether a number is that of an item rather than an ordinal.
        var isItem: Bool
        /// Whether the key writes the word in capitals, like an abbreviation.
        var isAbbreviation: Bool
    }

    /// Returns the targets that the words of a key may name, best first.
    ///
    /// Only targets that satisfy `isMeant` are considered.
    func matches(of words: [Word], where isMeant: (Int) -> Bool) -> [Match] {
        guard !words.isEmpty, words.count < KeyWords.limit else { return [] }
        let query = words.map { Query($0, in: self) }
        let total = query.reduce(0) { $0 + $1.weight }
        let isNumber = query.allSatisfy(\.isNumber)
        let contexts = query.map(contexts)
        return candidates(query).filter(isMeant).map { target in
            var covered = 0.0
            var proposed = 0.0
            var missing: [String] = []
            var isMissingWord = false
            for (word, context) in zip(query, contexts) {
                let share = word.isNumber ? number(word, of: target, alone: isNumber) : coverage(of: word, by: target)
                if word.isNumber, share < 0.5 { missing.append(word.text) }
                if !word.isNumber, !KeyWords.isFiller(word.text), share < 0.5 { isMissingWord = true }
                covered += word.weight * share
                let isContained = word.isNumber && names[target].containingNumbers.contains(word.text)
                proposed += word.weight * max(share, isContained ? Self.containing : context[target])
            }
            // A field that lacks a word, or has most words only nearby, can be proposed but not chosen.
            let isNamed = isNumber || ownShare(of: query, for: target) >= Self.leastOwnShare
            let coverage = min(covered / total, isMissingWord || !isNamed ? Self.leastCoverage - 0.01 : 1)
            let precision = precision(of: query, for: target)
            return Match(
                target: target, coverage: coverage, score: coverage + Self.precisionWeight * precision,
                missingNumbers: missing, sectionShare: sectionShare(of: query, for: target) / total,
                isAlone: coverage >= Self.leastCoverage && isAlone(query, for: target),
                proposal: proposed / total + Self.proposalPrecision * precision)
        }.filter { $0.proposal > 0 }.sorted { ($0.score, $1.target) > ($1.score, $0.target) }
    }

    /// Returns for each target the weight of a word in a preceding field.
    ///
    /// "Donee 2 city" is the city that follows the name of the second donee; only that name is labelled so.
    private func contexts(of word: Query) -> [Double] {
        var contexts = [Double](repeating: 0, count: names.count)
        guard !word.isNumber, !KeyWords.isFiller(word.text) else { return contexts }
        var isMentioned = [Bool](repeating: false, count: names.count)
        for place in word.similarPlaces where word.similarities[place] >= Self.ownSimilarity {
            for target in holders[place] { isMentioned[target] = true }
        }
        var last: (page: Int, place: Int)?
        for (place, target) in order.enumerated() {
            if isMentioned[target] {
                last = (pages[target], place)
            } else if let last, last.page == pages[target] {
                contexts[target] = max(
                    Self.context.least, Self.context.next - Self.context.step * Double(place - last.place))
            }
        }
        return contexts
    }

    /// Returns the targets that have a word of a key, in order.
    ///
    /// Filler words count only if the key has no others.
    private func candidates(_ query: [Query]) -> [Int] {
        let words = query.filter { !KeyWords.isFiller($0.text) }
        var isCandidate = [Bool](repeating: false, count: names.count)
        for word in words.isEmpty ? query : words {
            for place in word.similarPlaces { for target in holders[place] { isCandidate[target] = true } }
            if word.isNumber { for target in numbered[word.text] ?? [] { isCandidate[target] = true } }
            if word.word.isAbbreviation {
                for target in initials[Array(word.text.unicodeScalars.prefix(3))] ?? [] { isCandidate[target] = true }
            }
        }
        return names.indices.filter { isCandidate[$0] }
    }

    /// Returns the words of a key, except those that only announce a number.
    ///
    /// Each number is marked as that of an item or as an ordinal: "Line 4" is item `4`, but "Child 2" is the second
    /// child.
    static func words(of key: String) -> [Word] {
        let words = KeyWords.of(key)
        return words.indices.compactMap { index in
            let word = words[index]
            if KeyWords.announcesNumber(word), index + 1 < words.count, KeyWords.isNumber(words[index + 1]) {
                return nil
            }
            let isAnnounced = index == 0 || KeyWords.announcesNumber(words[index - 1])
            return Word(
                text: word, isItem: isAnnounced || word.last?.isLetter == true,
                isAbbreviation: word.count >= 3 && key.contains(word.uppercased()))
        }
    }

    /// A word of a key, compared once with the whole vocabulary.
    private struct Query {
        let word: Word
        let isNumber: Bool
        let weight: Double
        /// The similarity to each word of the vocabulary.
        let similarities: [Double]
        /// The words of the vocabulary with a similarity above 0.
        let similarPlaces: [Int]

        var text: String { word.text }

        init(_ word: Word, in ranking: KeyRanking) {
            self.word = word
            isNumber = KeyWords.isNumber(word.text)
            let scalars = Array(word.text.unicodeScalars)
            // A word that occurs on the form is not a misspelling of another: an employee is not an employer.
            let isKnown = ranking.places[word.text] != nil
            var similarities = [Double](repeating: 0, count: ranking.vocabulary.count)
            var similarPlaces: [Int] = []
            for place in ranking.vocabularyIndex.places(like: scalars) {
                let other = ranking.vocabulary[place]
                var similarity = KeyWords.similarity(scalars, other)
                if !isKnown {
                    similarity = max(similarity, KeyWords.abbreviation(scalars, of: other))
                } else if !other.starts(with: scalars), !scalars.starts(with: other) {
                    similarity = 0
                }
                guard similarity > 0, similarities[place] == 0 else { continue }
                similarities[place] = similarity
                similarPlaces.append(place)
            }
            self.similarities = similarities
            self.similarPlaces = similarPlaces
            let known = ranking.places[word.text].map { ranking.weights[$0] }
            let weight = known ?? (KeyWords.isFiller(word.text) ? 0.12 : 1) * ranking.rarest
            self.weight = isNumber ? max(weight, 2) : weight
        }
    }

    private func number(_ word: Query, of target: Int, alone: Bool) -> Double {
        if word.word.isItem, names[target].ownNumbers.contains(word.text) { return 1 }
        if word.word.isItem, names[target].nearNumbers.contains(word.text) { return 0.95 }
        guard !alone else { return 0 }
        var share = 0.0
        if word.word.isItem, names[target].containingNumbers.contains(word.text) {
            share = word.text.last?.isLetter == true ? Self.containingPart : Self.containing
        }
        guard let place = places[word.text] else { return share }
        return max(
            share,
            (word.word.isItem ? Self.mention : 0.97)
                * (texts[target].filter { $0.words.contains(place) }.map(\.role.weight).max() ?? 0))
    }

    /// Returns the weighted share of a key's words found in texts about the field alone.
    private func ownShare(of query: [Query], for target: Int) -> Double {
        let words = query.filter { !KeyWords.isFiller($0.text) }
        let total = words.reduce(0) { $0 + $1.weight }
        let own = words.filter { word in
            if word.isNumber { return number(word, of: target, alone: true) > 0 }
            return texts[target].contains { role, words in
                role.isOwn
                    && (words.contains { word.similarities[$0] >= Self.ownSimilarity }
                        || word.word.isAbbreviation && abbreviates(word.text, words))
            }
        }
        return total > 0 ? own.reduce(0) { $0 + $1.weight } / total : 1
    }

    /// Returns whether a text of a field has exactly the words of a key.
    ///
    /// Fillers and numbers are ignored.
    private func isAlone(_ query: [Query], for target: Int) -> Bool {
        let words = query.filter { !$0.isNumber && !KeyWords.isFiller($0.text) }
        guard !words.isEmpty else { return false }
        return texts[target].contains { role, text in
            guard [.label, .caption, .row, .column].contains(role) else { return false }
            let body = text.filter { !isFiller[$0] && !isNumber($0) }
            func isSaid(_ word: Query, by place: Int) -> Bool { word.similarities[place] >= Self.ownSimilarity }
            return !body.isEmpty && body.allSatisfy { place in words.contains { isSaid($0, by: place) } }
                && words.allSatisfy { word in body.contains { isSaid(word, by: $0) } }
        }
    }

    private func isNumber(_ place: Int) -> Bool {
        KeyWords.isNumber(String(String.UnicodeScalarView(vocabulary[place])))
    }

    /// Returns the weight of a key's words found in the heading of a field's section.
    private func sectionShare(of query: [Query], for target: Int) -> Double {
        let headings = texts[target].filter { $0.role == .section }
        guard !headings.isEmpty else { return 0 }
        return query.reduce(0) { sum, word in
            guard !KeyWords.isFiller(word.text) else { return sum }
            let isNamed = headings.contains { $0.words.contains { word.similarities[$0] >= Self.ownSimilarity } }
            return sum + (isNamed ? word.weight : 0)
        }
    }

    /// Minimum share of a key's words that a field's own texts must contain.
    private static let leastOwnShare = 0.3
    /// Minimum similarity of a key word to one in a field's own texts.
    private static let ownSimilarity = 0.8

    private func coverage(of word: Query, by target: Int) -> Double {
        var best = 0.0
        for (role, words) in texts[target] where role.weight > best {
            let similarity = words.reduce(0) { max($0, word.similarities[$1]) }
            best = max(best, similarity * role.weight)
            if word.word.isAbbreviation, best < 0.9 * role.weight, abbreviates(word.text, words) {
                best = 0.9 * role.weight
            }
        }
        return best
    }

    /// Returns whether a word consists of the initials of successive words.
    ///
    /// "EIN" abbreviates "Employer Identification Number".
    private func abbreviates(_ word: String, _ words: [Int]) -> Bool {
        let letters = Array(word.unicodeScalars)
        // "CFDA" skips the "of" in "Catalog of Federal Domestic Assistance".
        return [words, words.filter { !isFiller[$0] }].contains { words in
            words.count >= letters.count
                && (0...words.count - letters.count).contains { start in
                    letters.indices.allSatisfy { vocabulary[words[start + $0]].first == letters[$0] }
                }
        }
    }

    /// Returns the share of the label or caption, by weight, covered by the key.
    private func precision(of query: [Query], for target: Int) -> Double {
        var best = 0.0
        for (role, words) in texts[target] where role == .label || role == .caption {
            let distinct = Set(words)
            let total = distinct.reduce(0) { $0 + weights[$1] }
            let said = distinct.reduce(0) { sum, word in
                sum + weights[word] * query.reduce(0) { max($0, $1.similarities[word]) }
            }
            var share = total > 0 ? said / total : 0
            let key = query.filter { !$0.isNumber }.map(\.text)
            share = max(share, phraseShare(key, body(of: words)))
            best = max(best, role == .label ? share : 0.97 * share)
        }
        return best
    }

    /// Returns the words of a label without the number at its beginning.
    private func body(of words: [Int]) -> [String] {
        let texts = words.map { String(String.UnicodeScalarView(vocabulary[$0])) }
        let rest = texts.drop(while: KeyWords.announcesNumber)
        guard texts.count - rest.count <= 1, let first = rest.first, KeyWords.isNumber(first) else { return texts }
        return Array(rest.dropFirst())
    }

    /// Returns the share for a label that begins or ends with the key's words.
    ///
    /// Labels of amounts end with the name of the amount: "This is your total income."
    private func phraseShare(_ key: [String], _ label: [String]) -> Double {
        guard !key.isEmpty, label.count >= key.count else { return 0 }
        if label.starts(with: key) { return Self.beginning }
        return label.suffix(key.count).elementsEqual(key) ? Self.end : 0
    }
}
