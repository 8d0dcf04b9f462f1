import ChildPrograms
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
    /// The longest alternative text, in Unicode scalars.
    static let longestAltText = 500
    /// The longest caption, in Unicode scalars.
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
        var descriptions = PictureDescriptions()
        do {
            for start in stride(from: 0, to: subjects.count, by: Self.picturesPerCall) {
                let batch = subjects[start..<min(start + Self.picturesPerCall, subjects.count)]
                try add(answersAbout: batch, language, to: &descriptions)
                try onProgress(start + batch.count)
            }
        } catch let failure as Failure where failure.code == .commandFailed {
            return PictureDescriptions(failure: failure.message)
        }
        return descriptions
    }

    private func add(
        answersAbout subjects: ArraySlice<Subject>, _ language: String, to descriptions: inout PictureDescriptions
    ) throws {
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
        for answer in reply.answers {
            // Pictures that were not asked about, and a second answer about one, do not count.
            let (input, isOutOfRange) = answer.input.subtractingReportingOverflow(1)
            guard !isOutOfRange, asked.contains(input), seen.insert(input).inserted else {
                descriptions.unused += 1
                continue
            }
            func line(_ text: String?, longest: Int) -> String? {
                guard let line = text?.asLine, !line.isEmpty else { return nil }
                // Not in characters, each of which can have any number of marks.
                guard line.unicodeScalars.count <= longest else {
                    descriptions.unused += 1
                    return nil
                }
                return line
            }
            descriptions.answers.append(
                PictureDescriptions.Answer(
                    input: input, altText: line(answer.altText, longest: Self.longestAltText),
                    caption: line(answer.caption, longest: Self.longestCaption)))
        }
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

    /// The descriptions, in the order of the answers.
    var answers: [Answer] = []
    /// The number of texts that are not used: too long, or about pictures that were not asked about.
    var unused = 0
    /// Why there are none; nil if the command succeeded.
    var failure: String?

    /// What a person should know about them, as a sentence.
    var warning: String? {
        failure
            ?? (unused == 0
                ? nil
                : "Texts that the command for descriptions of pictures gave, and that are not used since they are too long "
                    + "or about other pictures: \(unused).")
    }

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
