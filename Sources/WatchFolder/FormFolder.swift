import FormModel
import Forms
import Formwright
public import Foundation
public import Pipeline

/// Forms in a watched folder: `w9.pdf` with `w9.values.json` becomes `w9.filled.pdf`.
public struct FormFolder: FolderKind {
    public init() {}

    public var name: KindName { FormKind.name }

    private static let valueSuffixes = ["json", "yaml", "yml", "csv", "jsonl"]

    public func role(of fileName: String) -> DropRole {
        let parts = fileName.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        guard let last = parts.last, parts.count > 1, Self.valueSuffixes.contains(last.lowercased()) else {
            return .original(stem: parts.count > 1 ? parts.dropLast().joined(separator: ".") : fileName)
        }
        let rest = parts.dropLast()
        let isMarked = rest.count > 1 && rest.last?.lowercased() == "values"
        return .inputs(stem: (isMarked ? rest.dropLast() : rest).joined(separator: "."))
    }

    public func mediaType(of bytes: Data, fileName: String) throws -> String {
        try FormKind.mediaType(of: bytes, fileName: fileName)
    }

    public func records(in bytes: Data, fileName: String) throws -> any DropRecords {
        // Who may drop a file need not be who may read this machine's pictures: those named are refused.
        let suffix = fileName.split(separator: ".").last?.lowercased()
        if suffix == "csv" || suffix == "jsonl" {
            return ManyRecords(rows: try ValueRowsFile.rows(data: bytes, name: fileName, folder: nil))
        }
        let entries = try ValuesFile(data: bytes, name: fileName, folder: nil).entries
        return OneRecord(record: DropRecord(number: 1, line: nil, inputs: .success(try FormKind.inputs(entries))))
    }

    public var analysed: [Deliverable] {
        [
            Deliverable(FormKind.ArtefactName.fields, as: "fields.json"),
            Deliverable(FormKind.ArtefactName.preview, as: "preview.pdf"),
        ]
    }

    public var filled: [Deliverable] {
        [
            Deliverable(FormKind.ArtefactName.filled, as: "filled.pdf"),
            Deliverable(FormKind.ArtefactName.report, as: "report.json"),
        ]
    }

    public func delivered(_ bytes: Data, of artefact: String, document: Document) throws -> Data {
        guard artefact == FormKind.ArtefactName.fields else { return bytes }
        return try FormKind.named(bytes, after: document)
    }
}

private struct OneRecord: DropRecords {
    var record: DropRecord?
    let areNumbered = false

    mutating func next() -> DropRecord? {
        defer { record = nil }
        return record
    }
}

private struct ManyRecords: DropRecords {
    var rows: any ValueRows
    let areNumbered = true

    mutating func next() throws -> DropRecord? {
        guard let row = try rows.next() else { return nil }
        let inputs = row.entries.mapError(DropFailure.init).flatMap { entries in
            Result { try FormKind.inputs(entries) }.mapError(DropFailure.init)
        }
        return DropRecord(number: row.number, line: row.line, inputs: inputs)
    }
}
