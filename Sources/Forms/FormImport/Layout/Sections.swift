package import FormModel

/// Assigns the fields of a document to sections.
package enum Sections {
    /// Returns the section of each field of a page.
    ///
    /// It is the text of the nearest heading above the field that covers its column, or nil above the first heading.
    package static func of(_ fields: [Region], under headings: [Heading]) -> [String?] {
        fields.map { field in
            headings.filter { $0.covers(field) }.max { $0.region.midY < $1.region.midY }?.text
        }
    }

    /// Returns the fields of a document, with sections continued across pages.
    ///
    /// Fields above the first heading of a page belong to the last section of the previous page. The pages are in
    /// order.
    package static func continued(_ pages: [PageFields]) -> [Field] {
        var last: String?
        return pages.flatMap { page -> [Field] in
            let first = page.fields.firstIndex { $0.section != nil } ?? page.fields.endIndex
            let fields = page.fields.enumerated().map { index, field in
                var field = field
                if index < first { field.section = last }
                return field
            }
            last = fields.last { $0.section != nil }?.section ?? last
            return fields
        }
    }
}
