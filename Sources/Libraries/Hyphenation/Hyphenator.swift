import CHyphen
import Foundation
import Synchronization

/// Finds the places for hyphens in the words of a language by libhyphen.
///
/// Places where the spelling would change are left out.
package final class Hyphenator: Sendable {
    /// The patterns of a language, which are not changed once they are loaded.
    ///
    /// Unchecked, since libhyphen only reads them.
    private struct Patterns: @unchecked Sendable {
        let dictionary: UnsafeMutablePointer<HyphenDict>
        let hyphenate: UnsafeMutableRawPointer
    }

    /// The soft hyphen, which is visible at the end of a line only.
    package static let softHyphen: Character = "\u{AD}"
    /// The folder of the patterns.
    private static let folder = "/usr/share/hyphen"
    /// The maximum length of a word in Unicode scalars; longer ones are no words.
    private static let longestWord = 80
    /// The minimum length of a word that is broken.
    private static let shortestWord = 5
    /// The hyphenators by the name of their file, for the life of the program.
    private static let loaded = Mutex<[String: Hyphenator]>([:])

    private let patterns: Patterns
    /// Whether the patterns are in UTF-8, and not in ISO 8859-1.
    private let isUTF8: Bool

    private init(_ patterns: Patterns, isUTF8: Bool) {
        self.patterns = patterns
        self.isUTF8 = isUTF8
    }

    /// Returns the hyphenator of a language.
    ///
    /// - Parameter language: a BCP 47 tag such as `en` or `de-AT`.
    /// - Returns: nil if libhyphen or the patterns of the language are not installed.
    package static func of(language: String) -> Hyphenator? {
        guard let name = file(of: language) else { return nil }
        return loaded.withLock { loaded in
            if let known = loaded[name] { return known }
            let hyphenator = load(name)
            loaded[name] = hyphenator
            return hyphenator
        }
    }

    /// Returns the file name of a language's patterns.
    private static func file(of language: String) -> String? {
        let parts = language.split(separator: "-").map { $0.lowercased() }
        guard let base = parts.first, (2...3).contains(base.utf8.count), base.utf8.allSatisfy({ $0 >= 97 && $0 <= 122 })
        else { return nil }
        // Norwegian has two written languages.
        let code = base == "no" ? "nb" : base
        let names = Set((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [])
        let region = parts.dropFirst().last { $0.utf8.count == 2 }?.uppercased()
        let wanted = [
            region.map { "hyph_\(code)_\($0).dic" }, "hyph_\(code).dic", "hyph_\(code)_\(code.uppercased()).dic",
        ]
        return wanted.lazy.compactMap { $0 }.first(where: names.contains)
            ?? names.filter { $0.hasPrefix("hyph_\(code)_") && $0.hasSuffix(".dic") }.min()
    }

    private static func load(_ name: String) -> Hyphenator? {
        let path = "\(folder)/\(name)"
        guard formwright_has_hyphen() != 0, let hyphenate = formwright_hyphen_function(),
            let file = FileHandle(forReadingAtPath: path), let head = try? file.read(upToCount: 20)
        else { return nil }
        try? file.close()
        let encoding = String(decoding: head.prefix { $0 > 0x20 }, as: UTF8.self)
        guard ["UTF-8", "ISO8859-1"].contains(encoding), let dictionary = formwright_hyphen_load(path) else {
            return nil
        }
        return Hyphenator(
            Patterns(dictionary: dictionary, hyphenate: hyphenate), isUTF8: encoding == "UTF-8")
    }

    /// Returns the places for hyphens in a word, as numbers of Unicode scalars before them.
    package func places(in word: String) -> [Int] {
        let scalars = Array(word.unicodeScalars)
        guard (Self.shortestWord...Self.longestWord).contains(scalars.count) else { return [] }
        // Patterns are in small letters; those of another length have other places.
        let small = Array(word.lowercased().unicodeScalars)
        guard small.count == scalars.count else { return [] }
        var bytes: [CChar] = []
        for scalar in small {
            if isUTF8 {
                bytes += String(scalar).utf8.map { CChar(bitPattern: $0) }
            } else {
                guard let byte = UInt8(exactly: scalar.value) else { return [] }
                bytes.append(CChar(bitPattern: byte))
            }
        }
        let count = bytes.count
        bytes.append(0)
        // libhyphen asks for five more.
        var hyphens = [CChar](repeating: 0, count: count + 5)
        var spellings: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
        var positions: UnsafeMutablePointer<Int32>?
        var cuts: UnsafeMutablePointer<Int32>?
        defer {
            for place in 0..<count { free(spellings?[place]) }
            free(spellings)
            free(positions)
            free(cuts)
        }
        guard
            formwright_hyphenate(
                patterns.hyphenate, patterns.dictionary, bytes, Int32(count), &hyphens, &spellings, &positions, &cuts)
                == 0
        else { return [] }
        return (0..<scalars.count - 1).filter { place in
            // Not between a letter and its accent.
            hyphens[place] & 1 == 1 && spellings?[place] == nil && !scalars[place + 1].properties.isGraphemeExtend
        }.map { $0 + 1 }
    }

    /// Returns a text with soft hyphens in its words.
    ///
    /// Words that contain soft hyphens or digits, words in capitals and addresses are not changed.
    ///
    /// - Parameters:
    ///   - text: the text.
    ///   - before: the character before the text; a word that it continues is left alone.
    ///   - after: the character after the text.
    /// - Returns: the text with soft hyphens.
    package func hyphenated(_ text: String, after before: Character? = nil, before after: Character? = nil) -> String {
        var result = ""
        for part in text.split(separator: " ", omittingEmptySubsequences: false) {
            if part.startIndex > text.startIndex { result += " " }
            let isFirst = part.startIndex == text.startIndex
            let isLast = part.endIndex == text.endIndex
            let continues = isFirst && before.map { !$0.isWhitespace } ?? false
            let isContinued = isLast && after.map { !$0.isWhitespace } ?? false
            result += continues || isContinued ? String(part) : hyphenatedPart(part)
        }
        return result
    }

    /// Returns a part of a text without spaces, with soft hyphens in its words.
    private func hyphenatedPart(_ part: Substring) -> String {
        guard part.unicodeScalars.count >= Self.shortestWord,
            !part.contains(where: { $0.isNumber || "@/\\_:.#\u{AD}".contains($0) && $0 != part.last })
        else { return String(part) }
        var result = ""
        var word = ""
        func end() {
            let isCapitals = word.count > 1 && word.allSatisfy(\.isUppercase)
            let places = isCapitals ? [] : self.places(in: word)
            var start = word.unicodeScalars.startIndex
            var before = 0
            for place in places {
                let end = word.unicodeScalars.index(start, offsetBy: place - before)
                result += String(word.unicodeScalars[start..<end]) + String(Self.softHyphen)
                (start, before) = (end, place)
            }
            result += String(word.unicodeScalars[start...])
            word = ""
        }
        for character in part {
            if character.isLetter {
                word.append(character)
            } else {
                end()
                result.append(character)
            }
        }
        end()
        return result
    }
}
