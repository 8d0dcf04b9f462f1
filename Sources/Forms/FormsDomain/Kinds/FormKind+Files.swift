import Formwright
import FormImport
import FailureModel
import Files
import FormModel
import FormFilling
package import Foundation
package import Pipeline
import Threads

/// Forms in watched folders: `w9.pdf` with `w9.values.json` becomes `w9.filled.pdf`.
extension FormKind {
    private static let valueSuffixes = ["json", "yaml", "yml", "csv", "jsonl", "xlsx", "xlsm", "fdf", "xfdf"]

    package func role(of fileName: String) -> FileRole {
        if fileName.hasSuffix(Self.mappingSuffix) {
            return .companion(stem: String(fileName.dropLast(Self.mappingSuffix.count)))
        }
        let parts = fileName.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        guard let last = parts.last, parts.count > 1, Self.valueSuffixes.contains(last.lowercased()) else {
            return .original(stem: parts.count > 1 ? parts.dropLast().joined(separator: ".") : fileName)
        }
        let rest = parts.dropLast()
        let isMarked = rest.count > 1 && rest.last?.lowercased() == "values"
        return .inputs(stem: (isMarked ? rest.dropLast() : rest).joined(separator: "."))
    }

    private static let mappingSuffix = ".map.yaml"

    package func companionName(ofStem stem: String) -> String? { stem + Self.mappingSuffix }

    package func records(in bytes: Data, fileName: String) throws -> any InputRecords {
        try records(in: DroppedInputs(bytes: bytes, fileName: fileName))
    }

    package func records(in inputs: DroppedInputs) throws -> any InputRecords {
        let (bytes, fileName) = (inputs.bytes, inputs.fileName)
        let mapping = try Self.mapping(beside: inputs)
        let keys = try Self.keys(mapping)
        // Files named in values are rejected (`folder: nil`), since users who can drop files must not be able to read
        // this machine's pictures.
        let suffix = fileName.split(separator: ".").last?.lowercased()
        if ["csv", "jsonl", "xlsx", "xlsm"].contains(suffix) {
            let file = RowsFile(data: bytes, name: fileName, folder: nil)
            return FormRecords(rows: try file.rows(sheet: mapping?.sheet(ofTable: fileName)), keys: keys)
        }
        let values = try ValuesFile(data: bytes, name: fileName, folder: nil)
        return SingleRecord(try Self.inputs(values.entries, FillSetup(profile: values.profile)) + [keys])
    }

    /// Returns how the keys of a drop are matched.
    ///
    /// They must be exact or mapped, since nobody looks at guesses.
    private static func keys(_ mapping: ColumnMapping?) throws -> PipelineClient.Input {
        let setup = FillSetup(isExact: true, mapping: mapping)
        return PipelineClient.Input(
            name: ArtefactName.keys, mediaType: "application/json", bytes: try JSONText.encode(setup))
    }

    private static func mapping(beside inputs: DroppedInputs) throws(Failure) -> ColumnMapping? {
        guard let companion = inputs.companion else { return nil }
        return try ColumnMapping(data: companion, name: inputs.companionName)
    }

    package func objection(
        to inputs: DroppedInputs, on document: Document, in client: PipelineClient
    ) async throws -> InputObjection? {
        guard let description = try await Self.description(of: document, in: client) else { return nil }
        let kept = try await MappingStore(client.store)?.mapping(of: document, form: description.document.sha256)
        return try await WorkerThreads.shared.run {
            let own = try Self.mapping(beside: inputs)
            // A kept mapping may be older than the fields; one that a person put beside the values must fit.
            if let own { _ = try Binder(fields: description.fields, pages: description.pages).applying(own) }
            let binder = try FillSetup(mapping: own?.adding(kept) ?? kept).binder(description)
            let mapping = try Self.mapping(
                of: inputs, binder, form: description.document.sha256, sheet: own?.sheet(ofTable: inputs.fileName))
            guard !mapping.guesses.isEmpty else { return nil }
            let names = mapping.guesses.map(\.name.quoted).listed(ColumnMapping.listed)
            return InputObjection(
                Failure(
                    .mappingNeeded,
                    "\(inputs.fileName) was not used, since fields were found only by a guess for \(names). Confirm the "
                        + "mapping beside this report, move it into the inbox as \(inputs.companionName), and drop "
                        + "\(inputs.fileName) again."),
                files: [.init(suffix: "map.yaml", bytes: Data(mapping.yaml(table: inputs.fileName).utf8))])
        }
    }

    /// Returns the fields that the keys of a drop's records go into.
    private static func mapping(
        of inputs: DroppedInputs, _ binder: Binder, form sha256: String, sheet: String?
    ) throws(Failure) -> ColumnMapping {
        guard !RowsFile.isTable(named: inputs.fileName) else {
            var mapping = try ColumnMapping(
                of: try RowsFile(data: inputs.bytes, name: inputs.fileName, folder: nil).rows(sheet: sheet), by: binder,
                form: sha256)
            mapping.sheet = sheet
            return mapping
        }
        // The cells of a list are found by its name and theirs together, and checked with the other values.
        let entries = try ValuesFile(data: inputs.bytes, name: inputs.fileName, folder: nil).entries
            .filter { $0.cell == nil }
        return binder.mapping(of: entries.map(\.key), values: entries, valuesDecide: true, form: sha256)
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
    let keys: PipelineClient.Input
    let numbersRecords = true
    var notes: [String] { rows.notes }

    mutating func next() throws -> InputRecord? {
        guard let row = try rows.next() else { return nil }
        let inputs = row.entries.flatMap { entries in
            Result { try FormKind.inputs(entries) + [keys] }.mapError { Failure($0) }
        }
        return InputRecord(number: row.number, line: row.line, inputs: inputs)
    }
}
