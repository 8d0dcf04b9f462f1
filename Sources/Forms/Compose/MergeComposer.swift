package import FailureModel
package import FormModel
package import Foundation
import PDFAssembly
import QPDF
import Synchronization

/// Composes many records of one document into one PDF, a group of records at a time. Groups are drawn at the same time
/// and added in order.
///
/// Blocks while it works: keep it off Swift's cooperative threads.
package final class MergeComposer: Sendable {
    private let composer: Composer
    private let target: ComposeTarget
    private let merged: Mutex<MergedPDF>
    /// What the file begins with.
    package let start: Data

    /// Records that were drawn together.
    package struct Group: Sendable {
        /// What went where, or what is wrong with a record; such records are left out.
        package var reports: [Result<FillReport, Failure>]
        fileprivate var overlay: Data?
        fileprivate var records: [MergedPDF.Record]
    }

    /// - Parameter description: the document's pages and all of its fields.
    /// - Throws: `encrypted` for a document that would lose its protection.
    package init(
        _ document: ImportedDocument, description: FormDescription, options: ComposeOptions
    ) throws(Failure) {
        let target = ComposeTarget(document, description)
        composer = Composer(options: options)
        self.target = target
        let merged: MergedPDF? = try target.file { file throws(QPDFError) in
            guard !file.isEncrypted else { return nil }
            try target.replaceWidgets([:], in: file)
            return try MergedPDF(of: file)
        }
        guard let merged else {
            throw Failure(
                .encrypted,
                "\(document.fileName) is encrypted, which one PDF of many records cannot be; fill a file for each.")
        }
        start = merged.start
        self.merged = Mutex(merged)
    }

    /// Draws records; may be called from several threads at a time.
    ///
    /// - Throws: what concerns all of them.
    package func draw(_ records: [[BoundValue]]) throws(Failure) -> Group {
        let (overlay, drawn) = try composer.draw(records, on: target)
        return Group(
            reports: drawn.map { $0.map(\.report) }, overlay: overlay,
            records: drawn.compactMap { result in
                guard case .success(let drawn) = result else { return nil }
                return MergedPDF.Record(pages: drawn.pages, widgets: drawn.widgets)
            })
    }

    /// Adds a group's pages behind those of the groups before, and returns what is to be written next.
    package func append(_ group: Group) throws(Failure) -> [UInt8] {
        let result: Result<[UInt8], QPDFError> = merged.withLock { merged in
            do throws(QPDFError) {
                return .success(try merged.append(group.records, overlay: group.overlay))
            } catch {
                return .failure(error)
            }
        }
        do throws(QPDFError) {
            return try result.get()
        } catch {
            throw target.unforeseen(error)
        }
    }

    /// Ends the file, and returns the rest of it.
    ///
    /// - Parameter titles: of all records that were added.
    package func end(titles: [String]) -> [UInt8] {
        merged.withLock { $0.end(titles: titles) }
    }
}
