package import FormImport

package import FailureModel
package import FormModel
package import Foundation
import PDFAssembly
import QPDF
import Synchronization

/// Composes one document with the values of many records.
///
/// The common part of the records, which is the document without the filled fields and with its pages prepared for an
/// overlay, is written once. Each record's overlay is appended to it. A record's result does not depend on the records
/// before it. The composer blocks while it works, so it must not run on Swift's cooperative threads.
package final class RecordComposer: Sendable {
    private let composer: Composer
    private let target: ComposeTarget
    private let stencils = Mutex<[Place: Common?]>([:])

    /// What the records with the same fields have in common.
    private struct Common {
        var stencil: Stencil
        /// What the marks say about an embedded blank form.
        var record: FillRecord?
    }

    /// The pages, widgets and regions that identify a stencil.
    private struct Place: Hashable {
        var pages: [OverlayPage]
        var widgets: [Int: Set<Int>]
        var regions: [Int: [Region]]

        init(_ drawn: DrawnValues) {
            pages = drawn.pages.map { OverlayPage(page: $0.page, tags: $0.tags.map { $0.marked(false) }) }
            widgets = drawn.widgets
            regions = drawn.regions
        }
    }

    /// Maximum size in bytes of all cached stencils.
    private static let sizeLimit = 64 << 20

    /// Creates a composer for a document; `description` has its pages and all of its fields.
    package init(_ document: ImportedDocument, description: FormDescription, options: ComposeOptions) {
        composer = Composer(options: options)
        target = ComposeTarget(document, description, options)
    }

    /// Returns the filled document and a report, given the values of the bind stage.
    ///
    /// - Throws: as `Composer.compose(_:onto:description:)`.
    package func compose(_ values: [BoundValue]) throws(Failure) -> (pdf: Data, report: FillReport) {
        if composer.options.keepsFields || composer.options.isIncremental {
            return try composer.compose(values, onto: target.document, description: target.description)
        }
        let (overlay, drawn) = try composer.draw(values, on: target)
        // A stencil has exactly the pages of the form.
        if drawn.addenda.isEmpty, let overlay,
            let common = try common(to: drawn, values), let mark = mark(holding: values, common.record),
            let pdf = common.stencil.stamped(overlay, on: drawn.pages, mark: mark)
        {
            return (pdf, drawn.report)
        }
        return (try composer.stamp(overlay, drawn, of: values, on: target), drawn.report)
    }

    private func mark(holding values: [BoundValue], _ record: FillRecord?) -> FileMark? {
        do throws(QPDFError) { return try target.mark(holding: values, record) } catch { return nil }
    }

    private func common(to drawn: DrawnValues, _ values: [BoundValue]) throws(Failure) -> Common? {
        let place = Place(drawn)
        if let known = stencils.withLock({ $0[place] }) { return known }
        // Threads that arrive here at the same time each make the same stencil.
        let target = target
        let made = try target.file { file throws(QPDFError) in
            try target.replaceWidgets([:], in: file)
            try target.addWords(to: file)
            let lowered = try file.lowerAnnotations(below: place.widgets, regions: place.regions)
            try file.drawBlankButtons(place.widgets)
            let reset = try target.reset(for: values)
            let stencil = try Stencil(
                of: file, pages: place.pages, removing: place.widgets.merging(lowered) { $0.union($1) },
                mark: target.document.sha256
            ) { file throws(QPDFError) in
                try target.written(file, reset, holding: nil)
            }
            return stencil.map { Common(stencil: $0, record: reset?.record) }
        }
        stencils.withLock { stencils in
            let kept = stencils.values.reduce(0) { $0 + ($1?.stencil.size ?? 0) }
            if kept + (made?.stencil.size ?? 0) <= Self.sizeLimit { stencils[place] = made }
        }
        return made
    }
}
