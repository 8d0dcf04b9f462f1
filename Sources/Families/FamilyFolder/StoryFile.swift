package import FailureModel
package import Foundation
import Pipeline
import Storybook
import Families
package import FamiliesSQLite

/// Reads a story as somebody drops it: `sun.story.yaml`, or `sun.story.txt` with nothing but the story.
///
/// ```yaml
/// child: Ada                 # a name or an ID; may be left out where the family has one child
/// date: 2026-01-31           # may be left out where the photo says it
/// title: Sun over the sea    # may be left out: then the beginning of the story
/// story: |
///   The sun is yellow because it ate all the lemons.
/// ```
package enum StoryFile {
    /// What errors call the file: its own name is the family's matter.
    private static let name = "The story"

    /// Reads a story.
    ///
    /// - Parameters:
    ///   - bytes: the file.
    ///   - fileName: whose suffix says whether it is text or YAML.
    /// - Returns: what it says.
    /// - Throws: `malformed_story` with all mistakes and their lines, `story_too_short` or `story_too_long`.
    package static func read(_ bytes: Data, named fileName: String) throws(Failure) -> DroppedStory {
        guard var text = String(bytes: bytes, encoding: .utf8) else {
            throw Failure(.malformedStory, "\(name) is not UTF-8 text.")
        }
        if text.unicodeScalars.first == "\u{FEFF}" { text.unicodeScalars.removeFirst() }
        // Databases take it for the end of a text, so what is counted would be less than what was written.
        guard !text.utf8.contains(0) else {
            throw Failure(.malformedStory, "\(name) contains the character U+0000.")
        }
        if fileName.lowercased().hasSuffix(".txt") {
            if let failure = mistake(of: text) { throw failure }
            return DroppedStory(story: String(StoryText.trimmed(text)))
        }
        return try readYAML(text)
    }

    /// Keys and values are the family's words, and are not repeated in errors.
    private static func readYAML(_ text: String) throws(Failure) -> DroppedStory {
        let file: SettingsFile
        do throws(SettingsError) {
            file = try SettingsFile(yaml: text, name: name)
        } catch {
            let line = error.problems.first?.line
            throw Failure(
                .malformedStory, "\(name) is not YAML, or a key is written twice.",
                at: .file(name, line: line, column: error.problems.first?.column))
        }
        var story = DroppedStory()
        var lengths: Failure?
        for (key, value) in file.root?.entries() ?? [] {
            switch key.text() {
            case "child": story.child = value.words(within: StoryText.nameLength, "The child")
            case "date": story.date = value.day()
            case "title": story.title = value.words(within: StoryText.titleLength, "The title")
            case "story":
                guard let text = value.text(), !value.reportNUL(in: text, name) else { break }
                lengths = mistake(of: text)
                story.story = String(StoryText.trimmed(text))
            default: key.report("The key is not known; the keys are child, date, title and story.")
            }
        }
        do throws(SettingsError) {
            try file.finish()
        } catch {
            let failure = error.failure(.malformedStory)
            throw lengths.flatMap { Failure(all: failure.all + [$0]) } ?? failure
        }
        if let lengths { throw lengths }
        if story == DroppedStory() { throw Failure(.malformedStory, "\(name) says nothing.") }
        return story
    }

    /// What is wrong with the length of a story.
    private static func mistake(of text: String) -> Failure? {
        let story = StoryText.trimmed(text)
        let lengths = StoryText.storyLength
        let count = story.count
        if count < lengths.lowerBound {
            return Failure(.storyTooShort, "\(name) must have at least \(lengths.lowerBound) characters.")
        }
        if count > lengths.upperBound || story.utf8.count > lengths.upperBound * StoryText.bytesPerCharacter {
            return Failure(.storyTooLong, "\(name) must have at most \(lengths.upperBound) characters.")
        }
        return nil
    }
}

extension SettingsNode {
    /// Returns a text with a number of characters within a range, without white space at its ends.
    fileprivate func words(within lengths: ClosedRange<Int>, _ what: String) -> String? {
        guard let text = text(), !reportNUL(in: text, what) else { return nil }
        let trimmed = StoryText.trimmed(text)
        guard lengths.contains(trimmed.count), trimmed.utf8.count <= lengths.upperBound * StoryText.bytesPerCharacter
        else {
            report("\(what) must have \(lengths.lowerBound) to \(lengths.upperBound) characters.")
            return nil
        }
        return String(trimmed)
    }

    /// Reports the character U+0000, which an escape can write; whether the text has it.
    fileprivate func reportNUL(in text: String, _ what: String) -> Bool {
        guard text.utf8.contains(0) else { return false }
        report("\(what) contains the character U+0000.")
        return true
    }

    /// Returns a day such as `2026-01-31`, if it exists.
    fileprivate func day() -> String? {
        guard let text = text(longest: 100) else { return nil }
        guard text.utf8.count == 10, let day = BookDate(text) else {
            report("The date must be a day such as 2026-01-31.")
            return nil
        }
        return day.text
    }
}
