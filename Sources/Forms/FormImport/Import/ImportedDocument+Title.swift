import FailureModel
import Foundation
import QPDF

extension ImportedDocument {
    /// The title in the PDF's information; nil without one.
    ///
    /// The name of a file, which programs set, is none.
    ///
    /// - Throws: `Failure` if the PDF cannot be opened.
    package var title: String? {
        get throws(Failure) {
            let file = try Importer.open(self)
            defer { parsed.putBack(file) }
            let title = (file.trailer["/Info"]["/Title"].text ?? "").split(whereSeparator: \.isWhitespace)
                .joined(separator: " ")
            let isFileName = title.contains(/\.[A-Za-z]{2,5}$/) || title.hasPrefix("Microsoft Word")
            return title.isEmpty || isFileName ? nil : title
        }
    }
}
