package import FormModel

/// The answers among which the choices of a question decide.
///
/// Buttons of an AcroForm's field that share a state are one answer: they go on and off together (ISO 32000-1, 12.7.4.2), as on the
/// copies of a sheet.
package struct Answers {
    /// The choices of each answer, in the order of the first ones.
    package let choices: [[Field]]

    /// Divides the choices of a question.
    package init(_ fields: [Field]) {
        var choices: [[Field]] = []
        var places: [[String]: Int] = [:]
        for field in fields {
            guard let answer = field.buttonAnswer else {
                choices.append([field])
                continue
            }
            if let place = places[answer] {
                choices[place].append(field)
            } else {
                places[answer] = choices.count
                choices.append([field])
            }
        }
        self.choices = choices
    }

    /// A text for each answer that chooses it: the label, or else what it exports, or the name of its state.
    package var labels: [String] { keys { [$0.label, $0.option, $0.state] } }

    /// A text for each answer that chooses it: what it exports, or else the name of its state, or the label.
    package var exports: [String] { keys { [$0.option, $0.state, $0.label] } }

    /// Returns the first text for each answer that chooses it and no other one.
    private func keys(_ texts: (Field) -> [String?]) -> [String] {
        choices.enumerated().map { place, choice in
            let known = texts(choice[0]).compactMap(\.self)
            return known.first { !$0.isEmpty && naming($0) == .one(place) } ?? choice[0].ownAnswer
        }
    }

    /// Returns the answer that a text names: by what it exports, its label, the name of its state, or its own name.
    func naming(_ text: String) -> ChoiceText.Naming {
        let states = choices.map { choice in choice[0].state }
        let labels = choices.map { choice in choice[0].label }
        let printed = choices.map { choice in choice[0].printedNames?.caption }
        return ChoiceText.naming(
            text, among: [choices.map { $0[0].option }, labels, printed],
            exact: [states, choices.map { $0[0].ownAnswer }])
    }
}

extension Field {
    /// The name of the state by which an AcroForm's button is on; nil for any other field.
    var buttonState: String? { evidence == .widget && group != nil ? state ?? option : nil }

    /// The name and the state of an AcroForm's button; nil for any other field.
    ///
    /// Boxes of one question can be fields of their own, which all have the state "Yes".
    var buttonAnswer: [String]? { buttonState.map { [name, $0] } }

    /// The name that no other answer of its question has: of a button the state as PDF writes it, `/0`.
    var ownAnswer: String { buttonState.map(Self.ownAnswer(ofState:)) ?? name }

    /// Returns the name of an answer whose buttons have a state.
    static func ownAnswer(ofState state: String) -> String { "/\(state)" }

    /// Whether a box is ticked in the document.
    var isTicked: Bool { defaultValue == "true" }

    /// Whether this and another one are buttons that go on and off together.
    func isSameAnswer(as other: Field) -> Bool {
        id == other.id || group?.name == other.group?.name && buttonAnswer != nil && buttonAnswer == other.buttonAnswer
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
        // "65" is not "> 65", and no range that ends with it.
        let letters = ChoiceText(text).letters
        guard !KeyWords.of(text).isEmpty,
            !answers.choices.contains(where: { $0[0].optionNames.contains { ChoiceText($0).letters == letters } })
        else { return nil }
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
            && goesBy(answer) { name in
                let all = KeyWords.of(name)
                return all.starts(with: words) && Negation.agrees(answer, Negation.opening(of: name, words))
                    || all.suffix(words.count).elementsEqual(words) && Negation.agrees(answer, name)
            }
    }

    /// Returns whether the text of a box's option has the words of an answer and no others.
    func isExactly(_ answer: String) -> Bool {
        let words = KeyWords.of(answer)
        return goesBy(answer) { KeyWords.of($0) == words && Negation.agrees(answer, $0) }
    }

    /// Returns whether the text of a box's option has all words of an answer, whatever their endings.
    func mentions(_ answer: String) -> Bool {
        let words = KeyWords.of(answer)
        return goesBy(answer) { name in
            let all = KeyWords.of(name)
            return words.allSatisfy { word in all.contains(where: word.resembles) } && Negation.agrees(answer, name)
        }
    }

    /// Returns whether a name of the option is what is wanted, and its signs can be those of an answer.
    private func goesBy(_ answer: String, _ isWanted: (String) -> Bool) -> Bool {
        optionNames.contains { isWanted($0) && ChoiceText($0).agrees(withGiven: ChoiceText(answer)) }
    }

    /// The export value of the option, its label, and its printed text.
    fileprivate var optionNames: [String] { [option, label, printedNames?.caption].compactMap(\.self) }
}

extension String {
    /// Returns whether a word of an answer is a word of an option but for its ending, and not its contrary.
    fileprivate func resembles(_ other: String) -> Bool {
        guard !Negation.tells(self, from: other) else { return false }
        return KeyWords.similarity(Array(unicodeScalars), Array(other.unicodeScalars)) > 0.8
            || other.unicodeScalars.count >= 2 && unicodeScalars.starts(with: other.unicodeScalars)
    }
}
