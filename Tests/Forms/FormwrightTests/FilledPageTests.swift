import FormModel
import Formwright
import FormFilling
import FormImport
import Foundation
import TestSupport
import Testing

/// The first pages of forms of several issuers, filled in as a person would, compared with pictures that were looked at.
@Suite("Filled pages look as they were recorded") struct FilledPageTests {
    /// A form, and where its fields come from.
    struct Sample: CustomTestStringConvertible, Sendable {
        var name: String
        var form: String
        /// Whether the fields are those of a list, since the form is one on which nothing is trained.
        var isListed = false

        var testDescription: String { name }
    }

    private static let samples = [
        Sample(name: "irs-8888", form: "forms/irs-8888.acro.pdf"),
        Sample(name: "irs-1040-schedule-a", form: "forms/irs-1040-schedule-a.pdf"),
        Sample(name: "uscourts-b121", form: "forms/uscourts-b121.acro.pdf"),
        Sample(name: "uscourts-b101a", form: "forms/uscourts-b101a.pdf"),
        Sample(name: "va-21-22", form: "forms/va-21-22.pdf"), Sample(name: "va-10182", form: "forms/va-10182.pdf"),
        Sample(name: "nps-rangers", form: "unseen/nps-rangers.pdf", isListed: true),
        Sample(name: "eoir-33", form: "unseen/eoir-33.pdf", isListed: true),
        Sample(name: "cms-l564", form: "unseen/cms-l564.pdf", isListed: true),
        Sample(name: "ssa-ss5", form: "unseen/ssa-ss5.pdf", isListed: true),
        Sample(name: "dol-ca17", form: "unseen/dol-ca17.pdf", isListed: true),
        Sample(name: "opm-sf50", form: "unseen/opm-sf50.pdf", isListed: true),
    ]

    @Test("a form of each issuer", arguments: samples)
    func form(_ sample: Sample) async throws {
        let filled = try await fill(sample) { $0 }
        #expect(filled.report.filled.filter { $0.overlaps ?? false }.map(\.label) == [])
        let pages = Self.pages(sample)
        try pages.recordIfAsked(filled.data)
        #expect(try pages.differences(from: filled.data) == [])
    }

    @Test("another digit is a difference")
    func changed() async throws {
        let sample = Self.samples[0]
        let filled = try await fill(sample) { entries in
            entries.map { entry in
                guard case .text(let text) = entry.value, text.contains("5") else { return entry }
                var entry = entry
                entry.value = .text(text.replacing("5", with: "6", maxReplacements: 1))
                return entry
            }
        }
        #expect(try Self.pages(sample).differences(from: filled.data).count == 1)
    }

    private static func pages(_ sample: Sample) -> GoldenPages {
        GoldenPages("filled/\(sample.name)", first: 1, scale: 1.5)
    }

    private func fill(_ sample: Sample, _ change: ([ValueEntry]) -> [ValueEntry]) async throws -> FilledForm {
        let data = try TestData.data(sample.form)
        let name = (sample.form as NSString).lastPathComponent
        let form =
            sample.isListed
            ? try listed(data, name, truth: sample.form.replacing(".pdf", with: ".truth.json"))
            : try await Form(data: data, fileName: name)
        let values = try ValuesFile(
            data: TestData.data("filled/\(sample.name).yaml"), name: "\(sample.name).yaml", folder: nil)
        return try await form.fill(change(values.entries))
    }

    /// A form whose fields are where its issuer has them.
    private func listed(_ data: Data, _ name: String, truth: String) throws -> Form {
        struct Place: Decodable {
            var page: Int
            var x, y, width, height: Double
            var type: String
            var name: String
            var label: String?
            var tooltip: String?
            var maxLen: Int?
            var comb: Bool?
        }
        let places = try JSONDecoder().decode([Place].self, from: TestData.data(truth))
        let document = try Importer().document(data, fileName: name)
        let fields = places.map { place in
            let types: [String: FieldType] = [
                "checkbox": .checkbox, "radio": .checkbox, "multiline": .multiline, "signature": .signature,
            ]
            let cells = place.comb == true ? place.maxLen : nil
            return Field(
                id: UUID(), name: place.name, page: place.page,
                region: Region(x: place.x, y: place.y, width: place.width, height: place.height),
                type: types[place.type] ?? .text, label: place.label ?? place.tooltip ?? "", confidence: 1,
                evidence: .box, maxLength: place.maxLen,
                combEdges: cells.map { count in
                    (0...count).map { place.x + place.width * Double($0) / Double(count) }
                })
        }
        let pages = document.pages.map { _ in FormDescription.Page(width: 612, height: 792) }
        return try Form(
            document,
            known: FormDescription(
                document: .init(
                    fileName: name, mimeType: "application/pdf", sha256: document.sha256, pageCount: pages.count),
                pages: pages, fields: fields))
    }
}
