import Foundation
import Typesetting

// The sample of docs/inside/typesetting.md.

func typesetReport() throws -> (Data, TypesettingReport) {
    let typesetter = Typesetter(
        template: PageTemplate(size: .a4, foot: .pageNumbers), info: DocumentInfo(title: "Report", language: "en"))
    let (pdf, report) = try typesetter.pdf([
        .heading(Heading(level: 1, Paragraph("Results", TextStyle(size: 20, weight: 700)))),
        .paragraph(Paragraph("All is well.")),
    ])
    return (pdf, report)
}
