import ChildPrograms
import FailureModel
import Foundation
import Portfolio

/// A user command that describes pictures.
///
/// Its answers are marked as `ai`, limited in length, and never replace a person's words. For each ``picturesPerCall``
/// pictures, it receives one line of JSON with pictures of at most 1,024 pixels in Base64:
/// `{"language":"en","pictures":[{"features":{…},"input":3,"mediaType":"image/jpeg","medium":"…"}]}`. It answers
/// `{"answers":[{"input":3,"alt_text":"…","caption":"…"}]}`, with optional texts.
struct PictureAssistant: Sendable {
    /// The command.
    let command: UserCommand

    /// The number of pictures per call.
    static let picturesPerCall = 20
    /// The maximum length of an alternative text in Unicode scalars.
    static let longestAltText = 500
    /// The maximum length of a caption in Unicode scalars.
    static let longestCaption = 300

    /// The input of the command.
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

    /// The output of the command.
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
        /// Reads the picture at 1,024 pixels or less.
        var medium: () throws -> Data
    }

    /// Asks the command about pictures.
    ///
    /// This blocks.
    ///
    /// - Parameters:
    ///   - subjects: The pictures.
    ///   - language: The language of the answers.
    ///   - onProgress: Called with the number of completed pictures. Throwing stops the work.
    /// - Returns: The answers, or the reason why there are none. The failure of one call fails all.
    /// - Throws: Errors of reading the pictures, and of `onProgress`.
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
                // Numbers for people count from 1.
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
            // Answers about other pictures and repeated answers are not used.
            let (input, isOutOfRange) = answer.input.subtractingReportingOverflow(1)
            guard !isOutOfRange, asked.contains(input), seen.insert(input).inserted else {
                descriptions.unused += 1
                continue
            }
            func line(_ text: String?, longest: Int) -> String? {
                guard let line = text?.asLine, !line.isEmpty else { return nil }
                // Limits are not in characters, which can have any number of combining marks.
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

/// The assistant's answers: `assistant.json`.
///
/// As an artefact of a fill, it allows the same book to be made again.
struct PictureDescriptions: Hashable, Sendable, Codable {
    /// The description of a picture.
    struct Answer: Hashable, Sendable, Codable {
        /// The input, from 0.
        var input: Int
        var altText: String?
        var caption: String?
    }

    /// The descriptions in answer order.
    var answers: [Answer] = []
    /// The number of unused texts, too long or about other pictures.
    var unused = 0
    /// The reason why there are no descriptions; `nil` if the command succeeded.
    var failure: String?

    /// A warning for a person, as a sentence.
    var warning: String? {
        failure
            ?? (unused == 0
                ? nil
                : "Texts that the command for descriptions of pictures gave, and that are not used since they are too long "
                    + "or about other pictures: \(unused).")
    }

    /// Adds the descriptions where no person wrote any.
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
