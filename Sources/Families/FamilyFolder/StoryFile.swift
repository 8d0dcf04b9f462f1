package import FailureModel
package import Foundation
import Pipeline
import Storybook
import Families
package import FamiliesSQL

/// Reads a dropped story: `sun.story.yaml`, or `sun.story.txt` with only the story.
///
/// ```yaml
/// child: Ada                 # a name or ID; optional if the family has only one child
/// date: 2026-01-31           # optional if the photo has a date
/// title: Sun over the sea    # optional; by default the beginning of the story
/// story: |
///   The sun is yellow because it ate all the lemons.
/// ```
package enum StoryFile {
    /// The name of the file in errors.
    ///
    /// Its own name is private to the family.
    private static let name = "The story"

    /// Reads a story.
    ///
    /// - Parameters:
    ///   - bytes: The file.
    ///   - fileName: The file name with the suffix for text or YAML.
    /// - Returns: The story.
    /// - Throws: `malformed_story` with all mistakes and their lines, `story_too_short` or `story_too_long`.
    package static func read(_ bytes: Data, named fileName: String) throws(Failure) -> DroppedStory {
        guard var text = String(bytes: bytes, encoding: .utf8) else {
            throw Failure(.malformedStory, "\(name) is not UTF-8 text.")
        }
        if text.unicodeScalars.first == "\u{FEFF}" { text.unicodeScalars.removeFirst() }
        // Databases treat it as the end of a text, so less would be counted than was written.
        guard !text.utf8.contains(0) else {
            throw Failure(.malformedStory, "\(name) contains the character U+0000.")
        }
        if fileName.lowercased().hasSuffix(".txt") {
            if let failure = lengthFailure(of: text) { throw failure }
            return DroppedStory(story: String(StoryText.trimmed(text)))
        }
        return try readYAML(text)
    }

    /// Reads YAML without quoting keys and values in errors, because they are private.
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
                lengths = lengthFailure(of: text)
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

    /// Returns the failure for the length of a story, if any.
    private static func lengthFailure(of text: String) -> Failure? {
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
    /// Returns a text of a permitted length in characters, without white space at both ends.
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

    /// Reports the character U+0000, which escapes can contain; returns whether it occurs.
    fileprivate func reportNUL(in text: String, _ what: String) -> Bool {
        guard text.utf8.contains(0) else { return false }
        report("\(what) contains the character U+0000.")
        return true
    }

    /// Returns a valid day such as `2026-01-31`.
    fileprivate func day() -> String? {
        guard let text = text(longest: 100) else { return nil }
        guard text.utf8.count == 10, let day = BookDate(text) else {
            report("The date must be a day such as 2026-01-31.")
            return nil
        }
        return day.text
    }
}
