import FormImport

import LibCrypto
import FailureModel
import Files
import FormModel
import Foundation
import PDFAssembly
import QPDF

/// Appends values to a document without changing its own bytes.
struct IncrementalFilling {
    private let composer: Composer
    private let target: ComposeTarget

    init(_ composer: Composer, on target: ComposeTarget) {
        self.composer = composer
        self.target = target
    }

    /// Returns the document followed by its update, and a report.
    ///
    /// - Throws: `Failure`: `cannot_append` if the document cannot be appended to, or its signatures forbid it.
    func compose(_ values: [BoundValue]) throws(Failure) -> (pdf: Data, report: FillReport) {
        let document = target.document
        guard document.fileType == .pdf, Hexadecimal.text(SHA256.hash(data: document.pdf)) == document.sha256 else {
            throw refusal("it had to be converted or repaired first")
        }
        do {
            let original = try IncrementalPDF(to: document.pdf, password: document.password)
            let file = try PDFFile(data: document.pdf, password: document.password)
            let rules = try file.signatureRules()
            if let rules { try check(values, rules, in: file) }
            var report: FillReport
            if rules != nil || composer.options.keepsFields {
                let filling = EditableFilling(composer, on: target)
                let parts = try filling.parts(values, drawsOthers: rules == nil)
                if rules != nil, !parts.drawn.addenda.isEmpty {
                    throw refusal("it is signed, and pages would be added")
                }
                try filling.write(parts, to: file, isSigned: rules != nil)
                try add(parts.drawn.addenda, to: file)
                // The form dictionary is covered by the signatures.
                if rules == nil { file.settleAppearances() }
                report = parts.drawn.report
            } else {
                let (overlay, drawn) = try composer.draw(values, on: target)
                try composer.write(overlay, drawn, on: target, to: file)
                try add(drawn.addenda, to: file)
                report = drawn.report
            }
            if rules != nil { report.warnings.removeAll { $0 == Importer.signatureWarning } }
            // Signatures allow no more than values in fields, which hold them for the next fill, too.
            let mark = rules == nil && !values.isEmpty ? try target.mark(holding: values) : nil
            return (try original.appending(file, mark: mark), report)
        } catch let error as Failure {
            throw error
        } catch let error as QPDFError where error.code == .unsupported {
            throw refusal(error.detail)
        } catch {
            throw target.unforeseen(error)
        }
    }

    private func add(_ addenda: Addenda, to file: PDFFile) throws {
        if let added = try composer.addedPages(addenda, target) { try file.append(pagesOf: PDFFile(data: added)) }
    }

    /// Checks that the signatures allow the values.
    ///
    /// Validators that compare revisions, such as pyHanko, accept changes to fields only, not to widgets that are
    /// separate objects.
    private func check(_ values: [BoundValue], _ rules: SignatureRules, in file: PDFFile) throws {
        guard !rules.forbidsFilling else { throw refusal("its signature allows no changes at all") }
        guard !file.hasXFA else { throw refusal("it is signed, and its form is also described in XFA") }
        for value in values {
            guard let widget = target.widgets[value.field.id], widget.kind != .signature else {
                throw refusal(
                    "it is signed, and \(value.field.title) is not an AcroForm field for text or marks",
                    at: value.field)
            }
            guard !rules.locks(widget.name) else {
                throw refusal("a signature covers \(value.field.title)", at: value.field)
            }
            let annotations = try file.page(widget.page)["/Annots"].items
            guard annotations.indices.contains(widget.index), !annotations[widget.index]["/T"].isNull else {
                throw refusal(
                    "it is signed, and filling in \(value.field.title) would count as tampering, since its widget is "
                        + "an object beside the field", at: value.field)
            }
        }
    }

    private func refusal(_ reason: String, at field: Field? = nil) -> Failure {
        Failure(
            .cannotAppend, "Nothing can be appended to \(target.document.fileName): \(reason).",
            at: field.map { .field($0.name) })
    }
}
