import PortableText
import PortableTextPDF
import Foundation

// The samples of docs/use/portable-text.md and of PortableText.

func typeset(_ json: Data) throws {
    let renderers = HTMLRenderers(
        blocks: ["map": { block, _ in "<p>Map of \((block.fields["place"]?.text ?? "").escapedForHTML)</p>" }],
        marks: ["highlight": { _, content in "<mark>\(content)</mark>" }])
    let document = try PortableTextDocument(json: json, vocabulary: renderers.vocabulary)
    let html = document.html(renderers: renderers)

    var styles = PortableTextStyleSheet()
    styles[heading: 1] = PortableTextStyle(font: .init(size: 24), foregroundColor: PortableTextColor("#003366"))
    let text = TextRenderers(
        marks: ["highlight": { _, _ in PortableTextTextStyle(backgroundColor: PortableTextColor("#ff0")) }])
    let (pdf, report) = try PDFRenderer(renderers: text, styles: styles, hasTableOfContents: true).render(document)
    print(html.count, pdf.count, report.pageCount, report.tableOfContents.map(\.text))
}

func page(_ data: Data) throws -> String {
    let document = try PortableTextDocument(json: data)
    let page = document.html()
    return page
}
