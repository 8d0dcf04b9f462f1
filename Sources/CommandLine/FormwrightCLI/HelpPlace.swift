/// A place in the help of shared commands where domains add their own words.
package enum HelpPlace: Sendable {
    /// The program's summary: what it makes of files, such as `fill forms`.
    case makes
    /// The program's summary: what it keeps.
    case keeps
    /// The program's help: what its files are, as sentences.
    case files
    /// The program's help: examples, one a line.
    case examples

    /// The summary of `serve`: what is served, such as `forms`.
    case served
    /// The help of `serve`: what people do in the browser, as sentences.
    case pages
    /// The help of `serve`: what its apps need, as sentences.
    case apps

    /// The help of `watch`: what becomes of dropped files, as sentences.
    case drops
    /// The help of `watch`: examples that need an original or a kind, one a line.
    case dropExamples
    /// The options of `watch`: what the standing original is, such as `form`.
    case original
    /// The options of `watch`: what a profile does.
    case profile
    /// The options of `watch`: which owners there are besides users.
    case owner

    /// The commands of users: whose users sign in by e-mail address.
    case logins
    /// The commands of users: what belongs to users besides documents, such as `templates`.
    case holdings
    /// The commands of users: what else happens when a user is deleted, as sentences.
    case deletion

    /// The help of `documents`: examples, one a line.
    case documentExamples
    /// The help of `documents add`: what the files are, such as `PDF forms`.
    case addedFiles
    /// The help of `worker`: some stages, separated by commas.
    case stages
}

extension Program {
    /// Returns what the domains say at a place, in their order.
    func words(_ place: HelpPlace) -> [String] { domains.compactMap { $0.help[place] } }

    /// Returns the domains' sentences, each with the space that separates it from the next one.
    func sentences(_ place: HelpPlace) -> String { words(place).map { $0 + " " }.joined() }

    /// Returns the domains' words, each after others, or nothing.
    func clause(_ place: HelpPlace, after start: String) -> String { words(place).map { start + $0 }.joined() }

    /// Returns the domains' examples, each on a new line.
    func lines(_ place: HelpPlace) -> String {
        words(place).flatMap { $0.split(separator: "\n") }.map { "\n  \($0)" }.joined()
    }

    /// The domains that make something of files, then those that keep something.
    private var byPurpose: Program {
        Program(domains: domains.filter { $0.help[.keeps] == nil } + domains.filter { $0.help[.keeps] != nil })
    }

    /// The examples of the whole program.
    var examples: String { byPurpose.lines(.examples) }

    /// The program in a sentence.
    var summary: String {
        let kept = Self.list(words(.keeps))
        let all = words(.makes) + (kept.isEmpty ? [] : ["keep \(kept)"])
        return Self.capitalised(all.isEmpty ? "work on documents" : Self.list(all, ", and")) + "."
    }

    /// Returns a text with an upper-case letter at its beginning.
    static func capitalised(_ text: String) -> String { text.prefix(1).uppercased() + text.dropFirst() }

    /// Returns the items with commas and a word before the last one.
    static func list(_ items: [String], _ word: String = " and") -> String {
        guard items.count > 1, let last = items.last else { return items.first ?? "" }
        return items.dropLast().joined(separator: ", ") + "\(word) \(last)"
    }
}
