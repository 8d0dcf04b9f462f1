package import FormImport

package import FailureModel
package import FormModel
package import Foundation
import PDFAssembly
import QPDF
import Synchronization

/// Composes many records of one document into one PDF, in groups.
///
/// Groups can be drawn concurrently and are appended in order. The composer blocks while it works, so it must not run
/// on Swift's cooperative threads.
package final class MergeComposer: Sendable {
    private let composer: Composer
    private let target: ComposeTarget
    private let merged: Mutex<MergedPDF>
    /// The first bytes of the file.
    package let start: Data

    /// Records that were drawn together.
    package struct Group: Sendable {
        /// A report or an error for each record.
        ///
        /// Records with errors are omitted from the file.
        package var reports: [Result<FillReport, Failure>]
        fileprivate var overlay: Data?
        fileprivate var records: [MergedPDF.Record]
    }

    /// Creates a composer for a document; `description` has its pages and all of its fields.
    ///
    /// - Throws: `encrypted` for a document that would lose its protection.
    package init(
        _ document: ImportedDocument, description: FormDescription, options: ComposeOptions
    ) throws(Failure) {
        var options = options
        // Every record has exactly the pages of the form.
        if options.overflow == .addendum { options.overflow = .error }
        var target = ComposeTarget(document, description, options)
        // The tags of a document are meaningless in many copies.
        target.isTagged = false
        composer = Composer(options: options)
        let settled = target
        self.target = settled
        let giveAppearances = try UndrawnWidgets(of: document, options: options).appearances(skipsFaults: true).write
        let merged: MergedPDF? = try settled.file { file throws(QPDFError) in
            guard !file.isEncrypted else { return nil }
            try settled.replaceWidgets([:], in: file)
            try settled.addWords(to: file)
            try giveAppearances(file)
            let widgets = Dictionary(grouping: document.widgets, by: \.page).mapValues { Set($0.map(\.index)) }
            let others = description.fields.filter { settled.widgets[$0.id] == nil }
            let lowered = try file.lowerAnnotations(
                below: try file.widgetPlaces(),
                regions: Dictionary(grouping: others, by: \.page).mapValues { $0.map(\.region) })
            try file.drawBlankButtons(widgets)
            return try MergedPDF(of: file, without: lowered)
        }
        guard let merged else {
            throw Failure(
                .encrypted,
                "\(document.fileName) is encrypted, but one PDF of many records cannot be; fill a separate file for each record."
            )
        }
        start = merged.start
        self.merged = Mutex(merged)
    }

    /// Draws records; can be called concurrently.
    ///
    /// - Throws: errors that concern all records.
    package func draw(_ records: [[BoundValue]]) throws(Failure) -> Group {
        let (overlay, drawn) = try composer.draw(records, on: target)
        return Group(
            reports: drawn.map { $0.map(\.report) }, overlay: overlay,
            records: drawn.compactMap { result in
                guard case .success(let drawn) = result else { return nil }
                return MergedPDF.Record(pages: drawn.pages.map(\.page), widgets: drawn.widgets)
            })
    }

    /// Appends a group's pages to the file, and returns the bytes to write next.
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

    /// Ends the file and returns its last bytes.
    ///
    /// `titles` are those of all appended records.
    package func end(titles: [String]) -> [UInt8] {
        merged.withLock { $0.end(titles: titles) }
    }
}
