import FormModel
import Formwright
import Foundation
import KnownForms

/// Recognises prints among known forms, and prints the outcomes.
struct Trial {
    var known: URL
    var seen: URL
    var fields: URL
    /// Whether a page must not be compared with the known form of its own name.
    var withoutOwn: Bool

    /// A field of a truth file.
    private struct TrueField: Codable {
        var page: Int
        var x: Double
        var y: Double
        var width: Double
        var height: Double
        var type: String
        var label: String?
    }

    private let check = EditionCheck(language: "eng")

    init(known: URL, seen: URL, fields: URL, withoutOwn: Bool) {
        self.known = known
        self.seen = seen
        self.fields = fields
        self.withoutOwn = withoutOwn
    }

    /// Returns what a page is after its numbers were read, where it is a scan.
    private func confirmed(_ found: Recognition, _ page: Prints.Named) throws -> Recognition {
        switch found {
        case .known, .edition: break
        case .unsure, .unknown: return found
        }
        guard page.print.isScan else { return found }
        return try check.confirmed(found, on: Prints.page(page.name, page.page, in: seen))
    }

    /// The name of the form of a copy: without its variant.
    static func form(of name: String) -> String { String(name.prefix { $0 != "." }) }

    func run() throws {
        let pages = try Prints.all(in: known)
        var truths: [String: [TrueField]] = [:]
        for name in Set(pages.map(\.name)) {
            let file = known.appendingPathComponent(name + ".truth.json")
            if let data = try? Data(contentsOf: file) {
                truths[name] = try JSONDecoder().decode([TrueField].self, from: data)
            }
        }
        let forms = Dictionary(uniqueKeysWithValues: Set(pages.map(\.name)).map { ($0, UUID()) })
        let names = Dictionary(uniqueKeysWithValues: forms.map { ($1, $0) })
        let knownPages = pages.map { page in
            KnownPage(
                form: forms[page.name] ?? UUID(), page: page.page, print: page.print,
                fields: (truths[page.name] ?? []).filter { $0.page == page.page }.map { field in
                    Field(
                        id: UUID(), name: field.type, page: field.page,
                        region: Region(x: field.x, y: field.y, width: field.width, height: field.height),
                        type: field.type == "checkbox" || field.type == "radio"
                            ? .checkbox : field.type == "signature" ? .signature : .text,
                        label: field.label ?? "", confidence: 1, evidence: .widget)
                })
        }
        let keys = knownPages.map { PageKeys(of: $0.print) }
        let index = PrintIndex(count: keys.count) { keys[$0] }
        var carried: [String: [TrueField]] = [:]
        for page in try Prints.all(in: seen) {
            let own = forms[Self.form(of: page.name)]
            let isApart = withoutOwn
            let recogniser = PageRecogniser(index: index, mostCandidates: isApart ? 12 : 4) { number in
                isApart && knownPages[number].form == own ? nil : knownPages[number]
            }
            let (first, time) = try Prints.timed { try recogniser.recognise(page.print) }
            let (found, reading) = try Prints.timed { try confirmed(first, page) }
            let (_, lookup) = Prints.timed { index.candidates(for: page.print) }
            var line = [page.name, "\(page.page)"]
            func add(_ outcome: String, _ known: KnownPage, _ registration: Registration? = nil, _ note: String = "") {
                line += [outcome, names[known.form] ?? "", "\(known.page)"]
                line += [
                    "\(registration?.inliers ?? 0)", "\(registration?.marks ?? 0)",
                    String(format: "%.2f", registration?.residual ?? 0), String(format: "%.0f", time),
                    String(format: "%.1f", lookup), String(format: "%.0f", reading), note,
                ]
            }
            switch found {
            case .known(let known, let registration, _):
                add("known", known, registration)
                carried[page.name, default: []] += registration.carried(known.fields, toPage: page.page).map {
                    TrueField(
                        page: $0.page, x: $0.region.x, y: $0.region.y, width: $0.region.width, height: $0.region.height,
                        type: $0.name, label: $0.label)
                }
            case .edition(let known, let registration, let differences):
                add(
                    "edition", known, registration,
                    "\(differences.count): " + differences.prefix(6).map(\.description).joined(separator: " "))
            case .unsure(let known, let doubt): add("unsure", known, nil, doubt.rawValue)
            case .unknown:
                line += [
                    "unknown", "", "", "", "", "", String(format: "%.0f", time), String(format: "%.1f", lookup), "", "",
                ]
            }
            print(line.joined(separator: "\t"))
        }
        try FileManager.default.createDirectory(at: fields, withIntermediateDirectories: true)
        for (name, found) in carried {
            try JSONEncoder().encode(found).write(to: fields.appendingPathComponent(name + ".json"))
        }
    }
}
