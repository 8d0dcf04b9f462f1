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
        let document = try PopplerDocument(contentsOf: TestData.url("forms/\(form).pdf"))
        let rasteriser = Rasteriser(document)
        var hits = 0
        var found = 0
        for page in 0..<document.pageCount {
            let fields = try DetectedPage.found(rasteriser.content(ofPage: page)).fields
            found += fields.count
            hits += matches(truth.filter { $0.page == page }, fields)
        }
        let reached = 2 * Double(hits) / Double(max(1, found + truth.count))
        #expect(reached >= f1, "\(form): \(reached)")
    }

    /// One to one, the best overlap first; a box has to be called one.
    private func matches(_ truth: [TrueField], _ fields: [Field]) -> Int {
        var pairs: [(overlap: Double, truth: Int, field: Int)] = []
        for (i, t) in truth.enumerated() {
            for (j, field) in fields.enumerated()
            where field.region.serves(t.region) && (field.type == .checkbox) == t.isBox {
                pairs.append((field.region.intersectionOverUnion(t.region), i, j))
            }
        }
        var usedTruth: Set<Int> = []
        var usedFields: Set<Int> = []
        for pair in pairs.sorted(by: { $0.overlap > $1.overlap })
        where !usedTruth.contains(pair.truth) && !usedFields.contains(pair.field) {
            usedTruth.insert(pair.truth)
            usedFields.insert(pair.field)
        }
        return usedTruth.count
    }
}
