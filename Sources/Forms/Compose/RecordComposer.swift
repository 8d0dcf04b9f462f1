package import FailureModel
package import FormModel
package import Foundation
import PDFAssembly
import QPDF
import Synchronization

/// Composes one document with many records' values: what the records have in common, the document with the same fields
/// taken away and the same pages drawn over, is written once, and each record's overlay appended to it.
///
/// A record's result does not depend on the records before it. Blocks while it works: keep it off Swift's cooperative
/// threads.
package final class RecordComposer: Sendable {
    private let composer: Composer
    private let target: ComposeTarget
    private let stencils = Mutex<[Place: Stencil?]>([:])

    /// What a stencil is for.
    private struct Place: Hashable {
        var pages: [Int]
        var widgets: [Int: Set<Int>]
    }

    /// Bytes of all stencils that are kept.
    private static let sizeLimit = 64 << 20

    /// - Parameter description: the document's pages and all of its fields.
    package init(_ document: ImportedDocument, description: FormDescription, options: ComposeOptions) {
        composer = Composer(options: options)
        target = ComposeTarget(document, description)
    }

    /// The filled document and what went where.
    ///
    /// - Parameter values: as the bind stage made them.
    /// - Throws: as `Composer.compose(_:onto:description:)`.
    package func compose(_ values: [BoundValue]) throws(Failure) -> (pdf: Data, report: FillReport) {
        let (overlay, drawn) = try composer.draw(values, on: target)
        if let overlay, let pdf = try stencil(for: drawn)?.stamped(overlay) { return (pdf, drawn.report) }
        return (try composer.stamp(overlay, drawn, on: target), drawn.report)
    }

    private func stencil(for drawn: DrawnValues) throws(Failure) -> Stencil? {
        let place = Place(pages: drawn.pages, widgets: drawn.widgets)
        if let known = stencils.withLock({ $0[place] }) { return known }
        // Threads that come here at the same time each make the same one.
        let target = target
        let made = try target.file { file throws(QPDFError) in
            try target.replaceWidgets(drawn.widgets, in: file)
            return try Stencil(of: file, pages: drawn.pages, mark: target.document.sha256)
        }
        stencils.withLock { stencils in
            let kept = stencils.values.reduce(0) { $0 + ($1?.size ?? 0) }
            if kept + (made?.size ?? 0) <= Self.sizeLimit { stencils[place] = made }
        }
        return made
    }
}
