import FormModel
package import FormReading
import Foundation
package import Pipeline
import PipelineSQL
import SQL
import Threads

extension AnswerStore {
    /// Writes the table of a form's filled copies into the store of artefacts.
    ///
    /// It has the columns of the fields in force, and a row for each copy that is read, in the order in which they were
    /// added. It is what `formwright collect` writes, with the corrections.
    ///
    /// - Parameters:
    ///   - form: the form.
    ///   - format: the format of the table.
    ///   - headings: what heads its columns.
    /// - Returns: the stored bytes, which no document refers to; nil before the form's fields are known.
    /// - Throws: `Failure`: `output_unwritable` if a workbook is too large.
    package func table(
        of form: DocumentID, as format: AnswerTable.Format, headings: AnswerHeadings = .names
    ) async throws -> StoredBytes? {
        let document = try await client.store.document(form, in: .owner(.office))
        guard let fields = try await FormKind.fields(of: document, in: client) else { return nil }
        let columns = AnswerColumn.all(of: fields.description.fields)
        let rows = try await store.read { db in
            let tables = AnswerTables(db: db)
            let documents = StoredDocuments(db)
            return try tables.answers(of: form, before: nil, limit: Self.countLimit).reversed().compactMap { answer in
                try Row(answer, try documents.artefacts(of: answer.document.id), tables)
            }
        }
        let artefacts = client.artefacts
        return try await WorkerThreads.shared.run {
            let upload = try artefacts.upload()
            do {
                let table = try AnswerTable(
                    format, headings: headings.texts(of: columns), numbers: columns.map(\.takesNumbers), at: nil
                ) { try upload.append($0) }
                for row in rows {
                    let contents = CorrectedAnswer(try Self.cells(row.cells, from: artefacts), row.corrections)
                    try table.add(row.fileName, contents.answer(named: row.fileName, columns))
                }
                try table.finish()
                return try upload.commit()
            } catch {
                upload.discard()
                throw error
            }
        }
    }

    /// A filled copy that is a row of the table.
    private struct Row: Sendable {
        let fileName: String
        let cells: ContentID
        let corrections: [String: String]

        init?(_ answer: StoredAnswer, _ published: [PublishedArtefact], _ tables: AnswerTables) throws {
            guard answer.state == .read,
                let cells = AnswerStore.content(of: AnswerKind.ArtefactName.cells, in: published)
            else { return nil }
            fileName = answer.document.fileName
            self.cells = cells
            corrections = try tables.corrections(of: answer.document.id)
        }
    }
}

extension CorrectedAnswer {
    /// Returns the cells in the order of columns.
    ///
    /// Fields that were added after the copy was read have empty cells.
    fileprivate func answer(named fileName: String, _ columns: [AnswerColumn]) -> Answer {
        let known = Dictionary(cells.cells.map { ($0.field, $0) }) { first, _ in first }
        return Answer(
            fileName: fileName, source: cells.source,
            cells: columns.map { column in
                guard let cell = known[column.name] else {
                    return AnswerCell(text: "", confidence: 0, reason: .missingPage)
                }
                return AnswerCell(text: text(of: cell), confidence: cell.confidence, reason: cell.reason)
            })
    }
}
