import Formwright
import FailureModel
import Files
import FormModel
import FormFilling
package import Foundation
package import Pipeline

/// Forms in watched folders: `w9.pdf` with `w9.values.json` becomes `w9.filled.pdf`.
extension FormKind {
    private static let valueSuffixes = ["json", "yaml", "yml", "csv", "jsonl", "fdf", "xfdf"]

    package func role(of fileName: String) -> FileRole {
        let parts = fileName.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        guard let last = parts.last, parts.count > 1, Self.valueSuffixes.contains(last.lowercased()) else {
            return .original(stem: parts.count > 1 ? parts.dropLast().joined(separator: ".") : fileName)
        }
        let rest = parts.dropLast()
        let isMarked = rest.count > 1 && rest.last?.lowercased() == "values"
        return .inputs(stem: (isMarked ? rest.dropLast() : rest).joined(separator: "."))
    }

    package func records(in bytes: Data, fileName: String) throws -> any InputRecords {
        // Files named in values are rejected (`folder: nil`), since users who can drop files must not be able to read
        // this machine's pictures.
        let suffix = fileName.split(separator: ".").last?.lowercased()
        if suffix == "csv" || suffix == "jsonl" {
            return FormRecords(rows: try RowsFile(data: bytes, name: fileName, folder: nil).rows())
        }
        let values = try ValuesFile(data: bytes, name: fileName, folder: nil)
        return SingleRecord(try Self.inputs(values.entries, FillSetup(profile: values.profile)))
    }

    package func inputs(ofProfile bytes: Data, fileName: String) throws -> [PipelineClient.Input] {
        try FillSetup(profile: try Profile(data: bytes, name: fileName)).inputs
    }

    package var analysed: [Deliverable] {
        [
            Deliverable(ArtefactName.fields, as: "fields.json"), Deliverable(ArtefactName.preview, as: "preview.pdf"),
            Deliverable(ArtefactName.fillable, as: "fillable.pdf"),
        ] + ExistingValues.Format.allCases.map { Deliverable(ArtefactName.held($0), as: "held.\($0.rawValue)") }
    }

    package var filled: [Deliverable] {
        [
            Deliverable(ArtefactName.filled, as: "filled.pdf"), Deliverable(ArtefactName.report, as: "report.json"),
            Deliverable(ArtefactName.filledPage, as: "filled.", isSeries: true),
        ]
            + ExistingValues.Format.allCases.map {
                Deliverable(ArtefactName.filledValues($0), as: "filled.\($0.rawValue)")
            }
    }

    /// Delivers the fields in force, with the document's file name.
    ///
    /// Documents with equal bytes may differ in name. The preview and the fillable form show the detected fields, so
    /// they are not delivered if these have been corrected.
    package func delivered(
        _ bytes: Data, of artefact: String, document: Document, with inputs: [PipelineClient.Input]
    ) throws -> Data? {
        let template = try inputs.first { $0.name == ArtefactName.template }
            .map { try JSONDecoder().decode(FormTemplate.self, from: $0.bytes) }
        switch artefact {
        case ArtefactName.fields:
            let detected = try StoredFields.description(bytes, of: document)
            return try JSONText.encode(template.map { AppliedTemplate($0, on: detected).description } ?? detected)
        case ArtefactName.preview where template != nil, ArtefactName.fillable where template != nil: return nil
        default: return bytes
        }
    }
}

/// A table of values with one record per row.
private struct FormRecords: InputRecords {
    var rows: any ValueRows
    let numbersRecords = true
    var notes: [String] { rows.notes }

    mutating func next() throws -> InputRecord? {
        guard let row = try rows.next() else { return nil }
        let inputs = row.entries.flatMap { entries in
            Result { try FormKind.inputs(entries) }.mapError { Failure($0) }
        }
        return InputRecord(number: row.number, line: row.line, inputs: inputs)
    }
}
