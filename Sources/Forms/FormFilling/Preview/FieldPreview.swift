package import FormImport

package import FailureModel
import Cairo
package import FormModel
package import Foundation
import Poppler
import QPDF

/// Draws the detected fields on the pages, so that mistakes are easy to see.
package struct FieldPreview: Sendable {
    private let document: ImportedDocument
    private let fields: [Field]

    package init(of document: ImportedDocument, fields: [Field]) {
        self.document = document
        self.fields = fields
    }

    /// Returns the document with a coloured box and a number on every field.
    ///
    /// Text is blue, check boxes are green, signatures purple, dates and numbers orange; the lower the confidence, the
    /// paler the colour. The number is the field's position in reading order; its key is `#12`, for example. Doubtful
    /// fields have a dashed red outline and a question mark.
    ///
    /// - Throws: `Failure` if the document cannot be opened or written.
    package func pdf() throws(Failure) -> Data {
        do {
            let file = try Importer.open(document)
            let pages = Set(fields.map(\.page)).filter { document.pages.indices.contains($0) }.sorted()
            if let first = pages.first {
                let surface = try PDFSurface(size: document.pages[first].size)
                for (place, page) in pages.enumerated() {
                    for (number, field) in fields.enumerated() where field.page == page {
                        draw(field, number: number + 1, on: surface.context)
                    }
                    let next = pages.dropFirst(place + 1).first
                    surface.endPage(next: next.map { document.pages[$0].size })
                }
                let overlay = try PDFFile(data: try surface.finish())
                try file.stamp(overlay, on: pages.map { OverlayPage(page: $0) })
            }
            return try file.written()
        } catch let error as Failure {
            throw error
        } catch {
            throw Failure(.internalError, "The preview could not be drawn.", underlying: "\(error)")
        }
    }

    /// Returns the pages of the preview as PNG files.
    ///
    /// `resolution` is in pixels per inch; `finished` is called after each page.
    package func pngs(resolution: Double = 110, finished: () -> Void = {}) throws(Failure) -> [Data] {
        let pdf = try pdf()
        do {
            let rendered = try PopplerDocument(data: pdf, password: document.password)
            var pages: [Data] = []
            for index in 0..<rendered.pageCount {
                let unit = document.pages[index].userUnit
                pages.append(try rendered.page(index, userUnit: unit).png(scale: resolution / 72))
                finished()
            }
            return pages
        } catch {
            throw Failure(.internalError, "The preview could not be drawn.", underlying: "\(error)")
        }
    }

    private func draw(_ field: Field, number: Int, on context: DrawingContext) {
        let color: (Double, Double, Double) =
            switch field.type {
            case .text, .multiline, .unknown: (0.1, 0.35, 0.9)
            case .checkbox: (0, 0.6, 0.2)
            case .signature: (0.6, 0.1, 0.7)
            case .date, .number: (0.9, 0.45, 0)
            }
        context.setColor(red: color.0, green: color.1, blue: color.2, alpha: 0.08 + 0.17 * field.confidence)
        context.fill(field.region)
        if field.isDoubtful {
            context.setColor(red: 0.85, green: 0.05, blue: 0.1)
            context.rectangle(field.region)
            context.strokePath(width: 1, dashes: [3, 2])
        } else {
            context.setColor(red: color.0, green: color.1, blue: color.2, alpha: 0.9)
            context.setLineWidth(0.6)
            context.stroke(field.region)
        }
        for edge in field.combEdges?.dropFirst().dropLast() ?? [] {
            context.polyline([(edge, field.region.top), (edge, field.region.bottom)])
        }
        let label = TextLayout(field.isDoubtful ? "\(number)?" : "\(number)", families: "sans-serif", size: 5)
        context.draw(label, x: field.region.x + 0.8, y: field.region.y - 0.5)
    }
}
