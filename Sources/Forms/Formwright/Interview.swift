import FailureModel
import FormModel
import FormFilling

/// Asks for the values of a form one by one, in reading order.
///
/// It does not depend on a terminal: questions are passed to a closure, which returns the typed answer.
package struct Interview: Sendable {
    /// The information shown before an answer is typed.
    package struct Prompt: Sendable, Hashable {
        /// The number of the question (1-based), and the total.
        package var number: Int
        package var count: Int
        /// The page (0-based) and section, where they differ from the previous question.
        package var page: Int?
        package var section: String?
        /// The key, which is the label if that identifies the field.
        package var key: String
        /// The values that the field takes, in words.
        package var hint: String
        /// The answer so far.
        package var answer: String?
    }

    /// The way the interview ended.
    package enum Ending: Sendable, Hashable {
        /// All questions were asked, or the rest were skipped.
        case finished
        /// The rest are left for another time.
        case interrupted
    }

    /// The commands that can be typed instead of an answer.
    package static let commands = ":b back, :c clear, :f fill now, :q quit"

    /// The answers by key.
    package private(set) var answers: [String: String]

    private let form: Form
    private let questions: [FormQuestion]

    /// Prepares the questions about a form.
    ///
    /// ``run(ask:tell:keep:)`` begins at the first question without an answer; the earlier ones can be revisited.
    package init(_ form: Form, answers: [String: String]) {
        self.form = form
        self.answers = answers
        questions = ValuesTemplate(form.description).questions
    }

    /// Asks the questions, beginning with the first one without an answer.
    ///
    /// - Parameters:
    ///   - ask: shows a question and returns the typed text; nil at the end of the input, which counts as quitting.
    ///   - tell: shows why an answer is rejected.
    ///   - keep: stores all answers, after each change.
    /// - Returns: the way the interview ended.
    /// - Throws: the errors of the closures.
    package mutating func run(
        ask: (Prompt) throws -> String?, tell: (String) -> Void, keep: ([String: String]) throws -> Void
    ) throws -> Ending {
        var index = questions.firstIndex { answers[$0.key] == nil } ?? 0
        var shown: FormQuestion?
        while questions.indices.contains(index) {
            let question = questions[index]
            let typed = try ask(prompt(index, after: shown))
            shown = question
            switch typed {
            case nil, ":q": return .interrupted
            case ":f": return .finished
            case ":b": index = max(0, index - 1)
            case ":c":
                answers[question.key] = nil
                try keep(answers)
            case "": index += 1
            case let typed?:
                do throws(Failure) {
                    try form.check(ValueEntry(key: question.key, value: .text(typed)))
                } catch {
                    tell(error.message)
                    continue
                }
                answers[question.key] = typed
                try keep(answers)
                index += 1
            }
        }
        return .finished
    }

    private func prompt(_ index: Int, after shown: FormQuestion?) -> Prompt {
        let field = questions[index].fields[0]
        let last = shown?.fields[0]
        return Prompt(
            number: index + 1, count: questions.count, page: field.page == last?.page ? nil : field.page,
            section: field.section == last?.section && last != nil ? nil : field.section, key: questions[index].key,
            hint: questions[index].hint,
            answer: answers[questions[index].key].map { field.flags.contains(.password) ? "kept" : $0 })
    }
}
