import FailureModel
import Foundation
import Portfolio

/// A command of the user's choice that describes pictures, as an aid: what it answers is marked as `ai`, is bounded, and
/// never replaces what a person wrote.
///
/// It gets one line of JSON for each ``picturesPerCall`` pictures, with the picture of at most 1,024 pixels in Base64:
/// `{"language":"en","pictures":[{"features":{…},"input":3,"mediaType":"image/jpeg","medium":"…"}]}`, and answers
/// `{"answers":[{"input":3,"alt_text":"…","caption":"…"}]}`; both texts may be left out.
struct PictureAssistant: Sendable {
    /// The command.
    let command: UserCommand

    /// The number of pictures that are asked about at a time.
    static let picturesPerCall = 20
    /// The longest alternative text, in characters.
    static let longestAltText = 500
    /// The longest caption, in characters.
    static let longestCaption = 300

    /// What is asked.
    private struct Question: Encodable {
        var language: String
        var pictures: [Picture]

        struct Picture: Encodable {
            var input: Int
            var mediaType: String
            var features: PictureFeatures
            var medium: Data
        }
    }

    /// What the command prints.
    private struct Reply: Decodable {
        var answers: [Answer]

        struct Answer: Decodable {
            var input: Int
            var altText: String?
            var caption: String?

            private enum CodingKeys: String, CodingKey {
                case input, caption
                case altText = "alt_text"
            }
        }
    }

    /// A picture to describe.
    struct Subject {
        /// The input, from 0.
        var input: Int
        var mediaType: String
        var features: PictureFeatures
        /// Reads the picture of at most 1,024 pixels.
        var medium: () throws -> Data
    }

    /// Asks about pictures; this blocks.
    ///
    /// - Parameters:
    ///   - subjects: the pictures.
    ///   - language: the language of the answers.
    ///   - onProgress: called with the number of pictures that have been answered; throws to stop.
    /// - Returns: what was answered, or why nothing is used: a failure of one call is that of all.
    /// - Throws: errors of reading the pictures, and what `onProgress` throws.
    func describe(
        _ subjects: [Subject], language: String, onProgress: (Int) throws -> Void
    ) throws -> PictureDescriptions {
        var answers: [PictureDescriptions.Answer] = []
        do {
            for start in stride(from: 0, to: subjects.count, by: Self.picturesPerCall) {
                let batch = subjects[start..<min(start + Self.picturesPerCall, subjects.count)]
                answers += try self.answers(about: batch, language)
                try onProgress(start + batch.count)
            }
        } catch let failure as Failure where failure.code == .commandFailed {
            return PictureDescriptions(answers: [], failure: failure.message)
        }
        return PictureDescriptions(answers: answers, failure: nil)
    }

    private func answers(
        about subjects: ArraySlice<Subject>, _ language: String
    ) throws -> [PictureDescriptions.Answer] {
        let question = Question(
            language: language,
            pictures: try subjects.map {
                // As people count.
                Question.Picture(
                    input: $0.input + 1, mediaType: $0.mediaType, features: $0.features, medium: try $0.medium())
            })
        let printed = try command.answer(to: question)
        guard let reply = try? JSONDecoder().decode(Reply.self, from: printed) else {
            throw command.failure("answered with something else than the JSON that was asked for.")
        }
        let asked = Set(subjects.map(\.input))
        var seen: Set<Int> = []
        return reply.answers.compactMap { answer in
            // Answers about pictures that were not asked about, or a second one, do not count.
            let input = answer.input - 1
            guard asked.contains(input), seen.insert(input).inserted else { return nil }
            return PictureDescriptions.Answer(
                input: input, altText: Self.line(answer.altText, longest: Self.longestAltText),
                caption: Self.line(answer.caption, longest: Self.longestCaption))
        }
    }

    /// A text on one line; nil if it is empty or too long.
    private static func line(_ text: String?, longest: Int) -> String? {
        guard let text else { return nil }
        let line = text.split {
            $0.isWhitespace || $0.unicodeScalars.contains { $0.properties.generalCategory == .control }
        }
        .joined(separator: " ")
        return line.isEmpty || line.count > longest ? nil : line
    }
}

/// What the assistant answered: `assistant.json`, an artefact of a fill, so that the same book can be made again.
struct PictureDescriptions: Hashable, Sendable, Codable {
    /// The description of a picture.
    struct Answer: Hashable, Sendable, Codable {
        /// The input, from 0.
        var input: Int
        var altText: String?
        var caption: String?
    }

    /// The descriptions, in the order of the inputs.
    var answers: [Answer]
    /// Why there are none; nil if the command succeeded.
    var failure: String?

    /// Puts the descriptions where nobody wrote any.
    func apply(to arrangement: inout Arrangement) {
        let known = Dictionary(answers.map { ($0.input, $0) }) { first, _ in first }
        arrangement.changeMedia { media in
            guard media.page == 0, let answer = known[media.input] else { return }
            if media.altTextSource == .rule, let altText = answer.altText {
                media.altText = altText
                media.altTextSource = .ai
            }
            if media.caption == nil, let caption = answer.caption {
                media.caption = caption
                media.captionSource = .ai
            }
        }
    }
}
