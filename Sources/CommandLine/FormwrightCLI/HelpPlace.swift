/// A place in the help of shared commands where domains add their own words.
package enum HelpPlace: Sendable {
    /// The program's summary: what it does with files, such as `fill forms`.
    case makes
    /// The program's summary: the content it keeps.
    case keeps
    /// The program's help: the supported files, as sentences.
    case files
    /// The program's help: examples, one per line.
    case examples

    /// The summary of `serve`: the served content, such as `forms`.
    case served
    /// The help of `serve`: what people do in the browser, as sentences.
    case pages
    /// The help of `serve`: requirements of its apps, as sentences.
    case apps

    /// The help of `watch`: the processing of dropped files, as sentences.
    case drops
    /// The help of `watch`: examples that need an original or a kind, one per line.
    case dropExamples
    /// The options of `watch`: the name of the standing original, such as `form`.
    case original
    /// The options of `watch`: the effect of a profile.
    case profile
    /// The options of `watch`: the known originals, as a noun such as `template`.
    case known
    /// The options of `watch`: the owners other than users.
    case owner

    /// The commands of users: the content of apps that sign in by e-mail address.
    case logins
    /// The commands of users: the belongings of users besides documents, such as `templates`.
    case holdings
    /// The commands of users: further effects of deleting a user, as sentences.
    case deletion

    /// The help of `documents`: examples, one per line.
    case documentExamples
    /// The help of `documents add`: the accepted files, such as `PDF forms`.
    case addedFiles
    /// The help of `worker`: some stages, separated by commas.
    case stages
}

extension Program {
    /// Returns the domains' words for a place, in the order of the domains.
    func words(_ place: HelpPlace) -> [String] { domains.compactMap { $0.help[place] } }

    /// Returns the domains' sentences, each followed by a space.
    func sentences(_ place: HelpPlace) -> String { words(place).map { $0 + " " }.joined() }

    /// Returns the domains' words, each after `start`, as one text.
    func clause(_ place: HelpPlace, after start: String) -> String { words(place).map { start + $0 }.joined() }

    /// Returns the domains' examples, each on a new line.
    func lines(_ place: HelpPlace) -> String {
        words(place).flatMap { $0.split(separator: "\n") }.map { "\n  \($0)" }.joined()
    }

    /// The domains that process files, followed by those that keep content.
    private var byPurpose: Program {
        Program(domains: domains.filter { $0.help[.keeps] == nil } + domains.filter { $0.help[.keeps] != nil })
    }

    /// The examples of the whole program.
    var examples: String { byPurpose.lines(.examples) }

    /// A one-sentence summary of the program.
    var summary: String {
        let kept = Self.list(words(.keeps))
        let all = words(.makes) + (kept.isEmpty ? [] : ["keep \(kept)"])
        return Self.capitalised(all.isEmpty ? "work on documents" : Self.list(all, ", and")) + "."
    }

    /// Returns the text with its first letter in upper case.
    static func capitalised(_ text: String) -> String { text.prefix(1).uppercased() + text.dropFirst() }

    /// Returns the items separated by commas, with a word before the last one.
    static func list(_ items: [String], _ word: String = " and") -> String {
        guard items.count > 1, let last = items.last else { return items.first ?? "" }
        return items.dropLast().joined(separator: ", ") + "\(word) \(last)"
    }
}
