import FormImport
package import FormModel
package import Foundation
package import KnownForms

/// What a page is among the known forms.
package struct RecognisedPage: Sendable, Codable {
    /// The fields of the known form at their places on the page.
    ///
    /// The skew is that of the form's lines in degrees.
    package struct Carried: Sendable, Codable {
        package var fields: [Field]
        package var skew: Double

        init(_ known: KnownPage, _ registration: Registration, page: Int) {
            fields = registration.carried(known.fields, toPage: page)
            skew = registration.skew
        }
    }

    /// The page (0-based).
    package var page: Int
    /// The known form, without pages.
    package var form: RecognisedForm
    /// The page of the form; nil in files of earlier versions.
    var place: FormPlace?
    /// The fields; nil if they must be searched for.
    ///
    /// The page may then be another one.
    package var carried: Carried?
    /// Why the fields may differ from those of the form, as a sentence.
    package var doubt: String?

    /// The fields as those of an analysed page; nil if they must be searched for.
    var pageFields: PageFields? {
        carried.map { PageFields(page: page, skew: $0.skew, fields: $0.fields) }
    }

    /// Creates what a recogniser found; nil for no known form.
    ///
    /// - Parameters:
    ///   - recognition: what was found.
    ///   - page: the page (0-based).
    ///   - isChosen: whether a person chose the form, so that another edition has its fields, too.
    ///   - form: returns the known form of a template, and its pages (0-based) with fields.
    package init?(
        _ recognition: Recognition, page: Int, isChosen: Bool = false,
        form: (UUID) -> (form: RecognisedForm, pages: [Int])?
    ) {
        let found: KnownPage
        switch recognition {
        case .known(let known, _, _), .edition(let known, _, _), .unsure(let known, _): found = known
        case .unknown: return nil
        }
        guard let (form, pages) = form(found.form) else { return nil }
        self.page = page
        self.form = form
        place = FormPlace(page: found.page, pages: pages)
        switch recognition {
        case .known(_, let registration, _): carried = Carried(found, registration, page: page)
        case .edition(_, let registration, let differences):
            let shown = differences.prefix(Self.mostDifferences).map(\.description).joined(separator: " ")
            let edition = "Page \(page + 1) seems to be of another edition of “\(form.name)”"
            if isChosen {
                carried = Carried(found, registration, page: page)
                doubt = "\(edition), so check its fields. \(shown)"
            } else {
                doubt = "\(edition), so its fields were detected instead. \(shown)"
            }
        case .unsure(_, let reason):
            doubt = "Page \(page + 1) may be of “\(form.name)”, but \(reason.words); its fields were detected instead."
        case .unknown: return nil
        }
    }

    /// Maximum number of differences to name in a note.
    private static let mostDifferences = 3
}

extension RecognisedPage {
    /// Gives fields of a page that comes twice other IDs, names and groups.
    ///
    /// - Parameter pages: the pages in order.
    /// - Returns: the pages, of which the first of each keeps its fields as they are.
    package static func distinct(_ pages: [RecognisedPage]) -> [RecognisedPage] {
        var seen: [UUID: Int] = [:]
        return pages.map { page in
            var page = page
            guard var fields = page.carried?.fields else { return page }
            let copy = fields.compactMap { seen[$0.id] }.max() ?? 0
            for place in fields.indices {
                seen[fields[place].id, default: 0] += 1
                guard copy > 0 else { continue }
                fields[place].id = FieldIdentity.id(document: fields[place].id.uuidString, "copy \(copy + 1)")
                fields[place].name += " (\(copy + 1))"
                fields[place].group?.name += " (\(copy + 1))"
            }
            page.carried?.fields = fields
            return page
        }
    }

    /// Adds what the pages were recognised as to a description.
    static func note(_ pages: [RecognisedPage], in description: inout FormDescription) {
        var forms: [RecognisedForm] = []
        for page in pages where page.carried != nil {
            if let known = forms.firstIndex(where: { $0.template == page.form.template }) {
                forms[known].pages.append(page.page)
            } else {
                var form = page.form
                form.pages = [page.page]
                forms.append(form)
            }
        }
        description.document.recognised = forms.isEmpty ? nil : forms
        let fields = Dictionary(grouping: description.fields, by: \.page)
        description.document.warnings += forms.map { form in
            let count = form.pages.reduce(0) { $0 + (fields[$1]?.count ?? 0) }
            let pages = forms.count > 1 || form.pages.count < description.pages.count
            let place = pages ? " on page\(form.pages.count > 1 ? "s" : "") \(list(form.pages))" : ""
            return
                "Recognised as “\(form.name)” (template of \(day(form.updatedAt)), version \(form.version))\(place), "
                + "\(count) field\(count == 1 ? "" : "s")."
        }
        description.document.warnings += forms.flatMap { form in
            FormPlace.notes(on: pages.filter { $0.form.template == form.template }, of: form.name)
        }
        description.document.warnings += pages.compactMap(\.doubt)
    }

    static func list(_ pages: [Int]) -> String {
        pages.map { String($0 + 1) }.listed(20)
    }

    private static func day(_ date: Date) -> String {
        date.formatted(Date.ISO8601FormatStyle(timeZone: .current).year().month().day())
    }
}
