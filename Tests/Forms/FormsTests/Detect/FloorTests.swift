import FormModel
import FormDetection
import FormImport
import Foundation
import TestSupport
import Testing

/// Public forms whose fields are known: a change must not find fewer of them.
///
/// Only `unseen` shows how the detector performs on a new form. The scorer was trained on every form in `forms`, so
/// that the figures measured there show a regression, and little else.
@Suite("Detection: floors on real forms", .serialized) struct FloorTests {
    /// The figures measured on the forms of one folder and one variant, micro-averaged.
    struct Measured: Sendable, CustomTestStringConvertible {
        var folder: String
        var isScan = false
        /// The F1 score of usable fields, and of fields whose intersection over union is at least one half.
        var usable: Double
        var overlapping: Double
        /// The F1 score of usable fields whose type is right.
        var text: Double
        var boxes: Double
        /// The share of labels that agree with the issuer's tooltip.
        var labels: Double

        var testDescription: String { "\(folder), \(isScan ? "scans" : "flat")" }
    }

    /// How far a figure can fall below the measured one.
    private static let tolerance = 0.02

    @Test(
        "forms that nothing learned from",
        arguments: [
            Measured(folder: "unseen", usable: 0.872, overlapping: 0.784, text: 0.814, boxes: 0.995, labels: 0.664),
            Measured(
                folder: "unseen", isScan: true, usable: 0.788, overlapping: 0.716, text: 0.659, boxes: 0.951,
                labels: 0.508),
        ])
    func unseen(_ measured: Measured) async throws {
        try check(try await onOwnThread { try Self.readings(measured) }, measured)
    }

    @Test(
        "forms that the scorer was trained on",
        arguments: [
            Measured(folder: "forms", usable: 0.938, overlapping: 0.890, text: 0.911, boxes: 1, labels: 0.835),
            Measured(
                folder: "forms", isScan: true, usable: 0.932, overlapping: 0.907, text: 0.934, boxes: 1, labels: 0.562),
        ])
    func learned(_ measured: Measured) async throws {
        let readings = try await onOwnThread { try Self.readings(measured) }
        try check(readings, measured)
        for reading in readings {
            let f1 = try #require(Self.learnedForms[reading.form], "\(reading.form)")
            let score = DetectionScore(reading.found, truth: reading.truth)
            #expect(score.usable.f1 >= f1 - Self.tolerance, "\(reading.form)")
        }
    }

    /// The F1 score of usable fields on each form that the scorer was trained on.
    private static let learnedForms: [String: Double] = [
        "irs-8888": 0.760, "irs-4547": 0.959, "irs-1040-schedule-a": 0.971, "irs-1040v": 1, "uscourts-b121": 0.920,
        "uscourts-b106dec": 0.957, "uscourts-b101a": 0.842, "va-21-22": 0.984, "va-10182": 1,
        "irs-4547.scan": 0.967, "uscourts-b101a.scan": 0.821,
    ]

    private func check(_ readings: [Reading], _ measured: Measured) throws {
        var score = DetectionScore()
        for reading in readings { score.add(reading.found, truth: reading.truth) }
        func check(_ reached: Double, _ figure: KeyPath<Measured, Double>, _ name: Comment) {
            #expect(reached >= measured[keyPath: figure] - Self.tolerance, name)
        }
        check(score.usable.f1, \.usable, "usable")
        check(score.overlapping.f1, \.overlapping, "overlapping")
        check(try #require(score.groups[.text]).f1, \.text, "text")
        check(try #require(score.groups[.box]).f1, \.boxes, "boxes")
        check(score.labelAccuracy, \.labels, "labels")
    }

    /// The fields that detection finds on one form, and the true ones.
    private struct Reading: Sendable {
        var form: String
        var found: [Field]
        var truth: [TrueField]
    }

    private static func readings(_ measured: Measured) throws -> [Reading] {
        let folder = TestData.url(measured.folder)
        let suffix = ".truth.json"
        let forms = try FileManager.default.contentsOfDirectory(atPath: folder.path)
            .filter { $0.hasSuffix(suffix) }.map { String($0.dropLast(suffix.count)) }
            .filter { $0.hasSuffix(".scan") == measured.isScan }
        return try forms.sorted().map { form in
            let document = try Importer().document(at: folder.appendingPathComponent(form + ".pdf"))
            let source = try PageSource(document)
            let found = try document.pages.indices.flatMap {
                try DetectedPage.found(source.content(ofPage: $0)).fields
            }
            let truth = try Data(contentsOf: folder.appendingPathComponent(form + suffix))
            return Reading(
                form: form, found: OptionNames.qualified(found),
                truth: try JSONDecoder().decode([TrueField].self, from: truth))
        }
    }
}
