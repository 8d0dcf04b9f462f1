package import FormModel

/// The answers among which the choices of a question decide.
///
/// Buttons of an AcroForm that share a state are one answer: they go on and off together (ISO 32000-1, 12.7.4.2), as on the
/// copies of a sheet.
package struct Answers {
    /// The choices of each answer, in the order of the first ones.
    package let choices: [[Field]]

    /// Divides the choices of a question.
    package init(_ fields: [Field]) {
        var choices: [[Field]] = []
        var places: [String: Int] = [:]
        for field in fields {
            guard let state = field.buttonState else {
                choices.append([field])
                continue
            }
            if let place = places[state] {
                choices[place].append(field)
            } else {
                places[state] = choices.count
                choices.append([field])
            }
        }
        self.choices = choices
    }

    /// A text for each answer that chooses it: the label, or else what it exports, or the name of its state.
    package var labels: [String] { keys(\.label) { $0.option ?? $0.label } }

    /// A text for each answer that chooses it: what it exports, or else the name of its state.
    package var exports: [String] { keys({ $0.option ?? $0.label }, or: { $0.state ?? $0.label }) }

    /// Returns a text for each answer, which is another one where several answers share the first.
    private func keys(_ text: (Field) -> String, or other: (Field) -> String) -> [String] {
        let counts = Dictionary(choices.map { (text($0[0]), 1) }, uniquingKeysWith: +)
        return choices.map { choice in
            if counts[text(choice[0])] == 1 { return text(choice[0]) }
            let isAlone = choices.count { other($0[0]) == other(choice[0]) } == 1
            return isAlone ? other(choice[0]) : choice[0].state ?? choice[0].name
        }
    }

    /// Returns the answer that a text names: by what it exports, its label, or the name of its state.
    func naming(_ text: String) -> ChoiceText.Naming {
        let states = choices.map { choice in choice[0].state }
        let labels = choices.map { choice in choice[0].label }
        let printed = choices.map { choice in choice[0].printedNames?.caption }
        return ChoiceText.naming(
            text, among: [choices.map { $0[0].option }, labels, printed], exact: [states])
    }
}

extension Field {
    /// The name of the state by which an AcroForm's button is on; nil for any other field.
    var buttonState: String? { evidence == .widget && group != nil ? state ?? option : nil }

    /// Whether a box is ticked in the document.
    var isTicked: Bool { defaultValue == "true" }

    /// Whether this and another one are buttons that go on and off together.
    func isSameAnswer(as other: Field) -> Bool {
        id == other.id || group?.name == other.group?.name && buttonState != nil && buttonState == other.buttonState
    }
}

extension [Field] {
    /// Returns the choices of the one answer that a text names; nil if it names none, or several.
    ///
    /// Where no name is the text, its words decide: those with which a name begins or ends, or which it has.
    func choice(answering text: String) -> [Field]? {
        let answers = Answers(self)
        switch answers.naming(text) {
        case .one(let place): return answers.choices[place]
        case .several: return nil
        case .none: break
        }
        let words = KeyWords.of(text)
        guard !words.isEmpty else { return nil }
        for isNamed in [Field.isExactly, Field.answers, Field.mentions] {
            let found = answers.choices.filter { isNamed($0[0])(text) }
            if found.count == 1 { return found[0] }
        }
        return nil
    }
}

extension Field {
    /// Returns whether the text of a box's option is, begins or ends with an answer.
    func answers(_ answer: String) -> Bool {
        let words = KeyWords.of(answer)
        return !words.isEmpty
            && texts(for: answer).contains {
                $0.starts(with: words) || $0.suffix(words.count).elementsEqual(words)
            }
    }

    /// Returns whether the text of a box's option has the words of an answer and no others.
    func isExactly(_ answer: String) -> Bool { texts(for: answer).contains(KeyWords.of(answer)) }

    /// Returns whether the text of a box's option has all words of an answer, whatever their endings.
    func mentions(_ answer: String) -> Bool {
        let words = KeyWords.of(answer).map { Array($0.unicodeScalars) }
        return texts(for: answer).contains { text in
            let text = text.map { Array($0.unicodeScalars) }
            return words.allSatisfy { word in
                text.contains {
                    KeyWords.similarity(word, $0) > 0.8 || word.count >= 2 && word.starts(with: $0) && $0.count >= 2
                }
            }
        }
    }

    /// The words of the option, of its export value, its label, and its printed text, where their signs are not contrary to
    /// those of an answer.
    private func texts(for answer: String) -> [[String]] {
        let given = ChoiceText(answer)
        return [option, label, printedNames?.caption].compactMap(\.self)
            .filter { given.signs.isEmpty || ChoiceText($0).agrees(with: given) }.map(KeyWords.of)
    }
}
