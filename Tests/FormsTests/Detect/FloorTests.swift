import FormModel
import Forms
import Foundation
import Poppler
import TestSupport
import Testing

/// Public forms whose fields are known: no change may find fewer of them. The measure is the corpus scorer's "usable".
@Suite("Detection: floors on real forms") struct FloorTests {
    struct TrueField: Decodable {
        var page: Int
        var x, y, width, height: Double
        var type: String
        var label: String?

        var region: Region { Region(x: x, y: y, width: width, height: height) }
        var isBox: Bool { type == "checkbox" || type == "radio" }
    }

    /// Floors for the F1 of usable fields, a few points below what is reached.
    static let floors: [(form: String, f1: Double)] = [
        ("irs-8888", 0.80), ("irs-4547", 0.85), ("irs-1040-schedule-a", 0.90), ("irs-1040v", 0.85),
        ("uscourts-b121", 0.85), ("uscourts-b106dec", 0.85), ("uscourts-b101a", 0.78), ("va-21-22", 0.92),
        ("va-10182", 0.92), ("irs-4547.scan", 0.85), ("uscourts-b101a.scan", 0.78),
    ]

    @Test("the fields of a real form are found", arguments: floors)
    func floor(form: String, f1: Double) throws {
        let truth = try JSONDecoder().decode([TrueField].self, from: TestData.data("forms/\(form).truth.json"))
        let document = try Importer().document(at: TestData.url("forms/\(form).pdf"))
        let source = try PageSource(document)
        var hits = 0
        var found = 0
        for page in document.pages.indices {
            let fields = try DetectedPage.found(source.content(ofPage: page)).fields
            found += fields.count
            hits += matches(truth.filter { $0.page == page }, fields)
        }
        let reached = 2 * Double(hits) / Double(max(1, found + truth.count))
        #expect(reached >= f1, "\(form): \(reached)")
    }

    @Test("regions fit what the forms' makers drew, and labels say what their tooltips say")
    func regionsAndLabels() throws {
        var truths = 0
        var found = 0
        var fitting = 0
        var labelled = 0
        var agreeing = 0
        for (form, _) in Self.floors where !form.hasSuffix(".scan") {
            let truth = try JSONDecoder().decode([TrueField].self, from: TestData.data("forms/\(form).truth.json"))
            let importer = Importer()
            let document = try importer.document(at: TestData.url("forms/\(form).pdf"))
            let source = try PageSource(document)
            let fields = OptionNames.qualified(
                try document.pages.indices.flatMap { try DetectedPage.found(source.content(ofPage: $0)).fields })
            truths += truth.count
            found += fields.count
            for page in document.pages.indices {
                let here = (truth.filter { $0.page == page }, fields.filter { $0.page == page })
                for (t, f) in pairs(here.0, here.1) {
                    if here.1[f].region.intersectionOverUnion(here.0[t].region) >= 0.5 { fitting += 1 }
                    guard let tooltip = here.0[t].label, !here.1[f].label.isEmpty else { continue }
                    labelled += 1
                    if LabelAgreement.agree(tooltip, here.1[f].label) { agreeing += 1 }
                }
            }
        }
        let fit = 2 * Double(fitting) / Double(truths + found)
        #expect(fit >= 0.72, "\(fit)")
        #expect(Double(agreeing) / Double(labelled) >= 0.75, "\(agreeing) of \(labelled)")
    }

    /// How many serve one another, one to one.
    private func matches(_ truth: [TrueField], _ fields: [Field]) -> Int {
        pairs(truth, fields).count
    }

    /// One to one, the best overlap first; a box has to be called one.
    private func pairs(_ truth: [TrueField], _ fields: [Field]) -> [(truth: Int, field: Int)] {
        var pairs: [(overlap: Double, truth: Int, field: Int)] = []
        for (i, t) in truth.enumerated() {
            for (j, field) in fields.enumerated()
            where field.region.serves(t.region) && (field.type == .checkbox) == t.isBox {
                pairs.append((field.region.intersectionOverUnion(t.region), i, j))
            }
        }
        var usedTruth: Set<Int> = []
        var usedFields: Set<Int> = []
        var result: [(truth: Int, field: Int)] = []
        for pair in pairs.sorted(by: { $0.overlap > $1.overlap })
        where !usedTruth.contains(pair.truth) && !usedFields.contains(pair.field) {
            usedTruth.insert(pair.truth)
            usedFields.insert(pair.field)
            result.append((pair.truth, pair.field))
        }
        return result
    }
}

/// The corpus scorer's measure: most words of the shorter label are in the other one.
private enum LabelAgreement {
    private static let fillers: Set<String> = [
        "a", "an", "and", "the", "of", "or", "to", "for", "in", "on", "at", "if", "is", "are", "be", "this", "that",
        "your",
        "you", "please", "enter", "page", "line",
    ]

    static func agree(_ a: String, _ b: String) -> Bool {
        let (a, b) = (words(a), words(b))
        guard !a.isEmpty, !b.isEmpty else { return false }
        return Double(a.intersection(b).count) / Double(min(a.count, b.count)) >= 0.6
    }

    private static func words(_ text: String) -> Set<String> {
        let all = Set(text.lowercased().split { !$0.isLetter && !$0.isNumber }.map(String.init))
        let telling = all.subtracting(fillers)
        return telling.isEmpty ? all : telling
    }
}
