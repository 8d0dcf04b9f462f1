import FailureModel
import FormModel
import FormFilling

/// Asks for the values of a form one by one, in reading order.
///
/// It knows no terminal: questions are handed to a closure, which returns what was typed.
package struct Interview: Sendable {
    /// What is shown before an answer is typed.
    package struct Prompt: Sendable, Hashable {
        /// The number of the question, from 1, and how many there are.
        package var number: Int
        package var count: Int
        /// The page (0-based) and the section, where they differ from the question before.
        package var page: Int?
        package var section: String?
        /// The key, which is the label where that identifies the field.
        package var key: String
        /// What the field takes, in words.
        package var hint: String
        /// The answer so far.
        package var answer: String?
    }

    /// How the interview ended.
    package enum Ending: Sendable, Hashable {
        /// All questions were asked, or the rest was left out.
        case finished
        /// The rest is to be asked another time.
        case interrupted
    }

    /// What can be typed instead of an answer.
    package static let commands = ":b back, :c clear, :f fill now, :q quit"

    /// The answers by key.
    package private(set) var answers: [String: String]

    private let form: Form
    private let questions: [FormQuestion]

    /// Prepares the questions about a form; those with an answer can be gone through again, or are skipped by
    /// ``run(ask:tell:keep:)`` up to the first without one.
    package init(_ form: Form, answers: [String: String]) {
        self.form = form
        self.answers = answers
        questions = ValuesTemplate(form.description).questions
    }

    /// Asks from the first question on that has no answer.
    ///
    /// - Parameters:
    ///   - ask: shows a question and returns what was typed; nil at the end of the input, which counts as quitting.
    ///   - tell: shows why an answer is refused.
    ///   - keep: stores all answers, after each change.
    /// - Returns: how the interview ended.
    /// - Throws: what the closures throw.
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
