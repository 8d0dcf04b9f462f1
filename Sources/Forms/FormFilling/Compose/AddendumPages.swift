import FormImport

import FailureModel
import FormModel
import Foundation
import QPDF
import Typesetting

/// Typesets the added pages for values that do not fit their fields.
struct AddendumPages {
    let target: ComposeTarget
    /// The font families of the values, in order of preference.
    let families: [String]

    /// Minimum size of an added page in points; smaller forms get A4 pages.
    private static let leastSize = PageSize(width: 280, height: 280)
    /// Maximum number of added pages: far more than a values file can fill.
    private static let pageLimit = 2_000

    /// Returns the pages as a PDF, or nil if all values fit.
    func pdf(of addenda: Addenda) throws(Failure) -> Data? {
        guard !addenda.isEmpty else { return nil }
        let typesetter = Typesetter(
            template: PageTemplate(
                size: size,
                foot: RunningLine(
                    center: [
                        .text(AddendumWords.foot.before), .pageNumber, .text(AddendumWords.foot.between), .pageCount,
                    ])),
            options: TypesettingOptions(isTagged: false, maximumPages: Self.pageLimit))
        return try typesetter.pdf(try blocks(of: addenda)).pdf
    }

    /// The size of the form's first page.
    private var size: PageSize {
        guard let first = target.document.pages.first?.size, first.width >= Self.leastSize.width,
            first.height >= Self.leastSize.height
        else { return .a4 }
        return first
    }

    private func blocks(of addenda: Addenda) throws(Failure) -> [FlowBlock] {
        func bold(_ size: Double) -> TextStyle { style(size, weight: 700) }
        var blocks: [FlowBlock] = [
            .heading(
                Typesetting.Heading(
                    level: 1,
                    Paragraph(try title, bold(15), style: ParagraphStyle(spaceAfter: 12, staysWithNext: true)),
                    isInOutline: false))
        ]
        for entry in addenda.entries {
            blocks.append(
                .heading(
                    Typesetting.Heading(
                        level: 2,
                        Paragraph(
                            AddendumWords.heading(
                                entry.number, label: AddendumWords.label(of: entry.field), page: entry.field.page),
                            bold(11),
                            style: ParagraphStyle(spaceBefore: 14, spaceAfter: 5, staysWithNext: true)),
                        isInOutline: false)))
            blocks += lines(of: entry.text).map { runs in
                .paragraph(Paragraph(runs, style: ParagraphStyle(spaceAfter: 3)))
            }
        }
        return blocks
    }

    /// The title of the document, or its file name.
    private var title: String {
        get throws(Failure) { try target.document.title ?? target.document.fileName }
    }

    private func style(_ size: Double, weight: Int = 400) -> TextStyle {
        TextStyle(families: families.joined(separator: ", "), size: size, weight: weight)
    }

    /// Returns the lines of a text, each divided into runs of uniform emphasis.
    private func lines(of text: FormattedText) -> [[TextRun]] {
        var lines: [[TextRun]] = [[]]
        for (piece, emphasis) in text.pieces {
            var style = style(10.5, weight: emphasis.contains(.bold) ? 700 : 400)
            style.isItalic = emphasis.contains(.italic)
            style.isUnderlined = emphasis.contains(.underlined)
            style.isStruckThrough = emphasis.contains(.struckThrough)
            if emphasis.contains(.monospaced) { style.families = TextStyle.monospacedFamilies }
            for (place, part) in piece.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated()
            {
                if place > 0 { lines.append([]) }
                if !part.isEmpty { lines[lines.count - 1].append(TextRun(String(part), style)) }
            }
        }
        return lines
    }
}
