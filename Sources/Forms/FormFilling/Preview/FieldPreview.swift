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
    /// fields have a dashed red outline and a question mark. No number covers another one (``NumberTags``).
    ///
    /// - Throws: `Failure` if the document cannot be opened or written.
    package func pdf() throws(Failure) -> Data {
        do {
            let file = try Importer.open(document)
            let pages = Set(fields.map(\.page)).filter { document.pages.indices.contains($0) }.sorted()
            if let first = pages.first {
                let surface = try PDFSurface(size: document.pages[first].size)
                for (place, page) in pages.enumerated() {
                    let shown = fields.enumerated().filter { $0.element.page == page }
                    for (_, field) in shown { draw(field, on: surface.context) }
                    drawNumbers(of: shown.map { ($0.offset + 1, $0.element) }, page, on: surface.context)
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
    package func pngs(resolution: Double = 150, finished: () -> Void = {}) throws(Failure) -> [Data] {
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

    private func draw(_ field: Field, on context: DrawingContext) {
        let color = Self.color(of: field)
        context.setColor(red: color.red, green: color.green, blue: color.blue, alpha: 0.08 + 0.17 * field.confidence)
        context.fill(field.region)
        if field.isDoubtful {
            context.setColor(red: 0.85, green: 0.05, blue: 0.1)
            context.rectangle(field.region)
            context.strokePath(width: 1, dashes: [3, 2])
        } else {
            context.setColor(red: color.red, green: color.green, blue: color.blue, alpha: 0.9)
            context.setLineWidth(0.6)
            context.stroke(field.region)
        }
        for edge in field.combEdges?.dropFirst().dropLast() ?? [] {
            context.polyline([(edge, field.region.top), (edge, field.region.bottom)])
        }
    }

    /// Draws the numbers over everything else, dark on white.
    private func drawNumbers(of fields: [(number: Int, field: Field)], _ page: Int, on context: DrawingContext) {
        var tags = NumberTags(on: document.pages[page].size, fields: fields.map(\.field.region))
        for (number, field) in fields {
            let text = TextLayout(
                field.isDoubtful ? "\(number)?" : "\(number)", families: "sans-serif Bold", size: Self.numberSize)
            let ink = text.ink
            let size = PageSize(width: ink.width + 2 * Self.margin, height: ink.height + 2 * Self.margin)
            let tag = tags.place(for: field.region, size: size)
            let color = field.isDoubtful ? Self.doubtful : Self.color(of: field)
            context.setColor(red: color.red, green: color.green, blue: color.blue)
            if tag.isApart {
                context.setLineWidth(0.4)
                context.polyline([(tag.region.midX, tag.region.midY), (field.region.midX, field.region.midY)])
            }
            context.setColor(red: 1, green: 1, blue: 1)
            context.fill(tag.region)
            context.setColor(red: color.red, green: color.green, blue: color.blue)
            context.draw(
                text, x: tag.region.x + Self.margin - ink.x, y: tag.region.y + Self.margin - ink.y)
        }
    }

    /// The size of numbers in points.
    private static let numberSize = 7.0
    /// The space around a number in points.
    private static let margin = 0.6

    private typealias Color = (red: Double, green: Double, blue: Double)
    private static let doubtful: Color = (0.75, 0.05, 0.1)

    /// Returns the colour of a field.
    ///
    /// It is dark enough for text on white (WCAG 2.2: contrast 4.5).
    private static func color(of field: Field) -> Color {
        switch field.type {
        case .text, .multiline, .unknown: (0.1, 0.3, 0.85)
        case .checkbox: (0, 0.45, 0.15)
        case .signature: (0.55, 0.1, 0.65)
        case .date, .number: (0.7, 0.33, 0)
        }
    }
}
