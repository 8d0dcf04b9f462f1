package import FormModel

/// The distinct answers among the choices of a question.
///
/// Buttons of one AcroForm field that share a state are one answer: they turn on and off together (ISO 32000-1,
/// 12.7.4.2), as on the copies of a sheet.
package struct Answers {
    /// The choices of each answer, ordered by first occurrence.
    package let choices: [[Field]]

    /// Groups the choices of a question by answer.
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

    /// A unique text for each answer: its label, else its export value or state name.
    package var labels: [String] { keys { [$0.label, $0.option, $0.state] } }

    /// A unique text for each answer: its export value, else its state name or label.
    package var exports: [String] { keys { [$0.option, $0.state, $0.label] } }

    /// Returns for each answer the first text that names it alone.
    private func keys(_ texts: (Field) -> [String?]) -> [String] {
        choices.enumerated().map { place, choice in
            let known = texts(choice[0]).compactMap(\.self)
            return known.first { !$0.isEmpty && naming($0) == .one(place) } ?? choice[0].ownAnswer
        }
    }

    /// Returns the answer that a text names.
    ///
    /// Export values, labels, printed captions, state names and own names are compared.
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
    /// The name of an AcroForm button's "on" state; nil for any other field.
    var buttonState: String? { evidence == .widget && group != nil ? state ?? option : nil }

    /// The name and state of an AcroForm button; nil for any other field.
    ///
    /// Boxes of one question can be separate fields that all have the state "Yes".
    var buttonAnswer: [String]? { buttonState.map { [name, $0] } }

    /// A name unique within its question; for a button its state, as in `/0`.
    var ownAnswer: String { buttonState.map(Self.ownAnswer(ofState:)) ?? name }

    /// Returns the own name of an answer, given its button state.
    static func ownAnswer(ofState state: String) -> String { "/\(state)" }

    /// Whether the box is ticked in the document.
    var isTicked: Bool { defaultValue == "true" }

    /// Returns whether two fields are buttons that turn on and off together.
    func isSameAnswer(as other: Field) -> Bool {
        id == other.id || group?.name == other.group?.name && buttonAnswer != nil && buttonAnswer == other.buttonAnswer
    }
}

extension [Field] {
    /// Returns the choices of the one answer that a text names.
    ///
    /// If no name equals the text, its words decide: first names with exactly these words, then names that begin or end
    /// with them, then names that contain them.
    ///
    /// - Returns: nil if the text names no answer or several.
    func choice(answering text: String) -> [Field]? {
        let answers = Answers(self)
        switch answers.naming(text) {
        case .one(let place): return answers.choices[place]
        case .several: return nil
        case .none: break
        }
        // "65" is neither "> 65" nor a range that ends with it.
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
    /// Returns whether the option text equals, begins with or ends with an answer.
    func answers(_ answer: String) -> Bool {
        let words = KeyWords.of(answer)
        return !words.isEmpty
            && goesBy(answer) { name in
                let all = KeyWords.of(name)
                return all.starts(with: words) && Negation.agrees(answer, Negation.opening(of: name, words))
                    || all.suffix(words.count).elementsEqual(words) && Negation.agrees(answer, name)
            }
    }

    /// Returns whether the option text has exactly the words of an answer.
    func isExactly(_ answer: String) -> Bool {
        let words = KeyWords.of(answer)
        return goesBy(answer) { KeyWords.of($0) == words && Negation.agrees(answer, $0) }
    }

    /// Returns whether the option text has all words of an answer, ignoring endings.
    func mentions(_ answer: String) -> Bool {
        let words = KeyWords.of(answer)
        return goesBy(answer) { name in
            let all = KeyWords.of(name)
            return words.allSatisfy { word in all.contains(where: word.resembles) } && Negation.agrees(answer, name)
        }
    }

    /// Returns whether a name of the option satisfies a predicate and has an answer's signs.
    private func goesBy(_ answer: String, _ isWanted: (String) -> Bool) -> Bool {
        optionNames.contains { isWanted($0) && ChoiceText($0).agrees(withGiven: ChoiceText(answer)) }
    }

    /// The export value of the option, its label, and its printed text.
    fileprivate var optionNames: [String] { [option, label, printedNames?.caption].compactMap(\.self) }
}

extension String {
    /// Returns whether two words differ only in their ending and are not opposites.
    fileprivate func resembles(_ other: String) -> Bool {
        guard !Negation.tells(self, from: other) else { return false }
        return KeyWords.similarity(Array(unicodeScalars), Array(other.unicodeScalars)) > 0.8
            || other.unicodeScalars.count >= 2 && unicodeScalars.starts(with: other.unicodeScalars)
    }
}
