import FormDetection
import FormModel
import Formwright
import Foundation
import KnownForms
import Pipeline
import SQL
import Synchronization

/// Finds the known pages that a page may be of, for one owner.
///
/// The table of all pages is kept while the prints do not change.
final class KnownFormFinder: Sendable {
    private struct Table {
        let revision: String
        let index: PrintIndex
        let pages: [PrintedPage]
    }

    private let table = Mutex<Table?>(nil)

    /// Maximum number of pages of each owner's that a page is compared with.
    private static let mostCandidates = 4
    /// Maximum number of pages to look at, of all owners.
    private static let mostFound = 24

    /// Returns the known pages that each print may be of, most likely first.
    ///
    /// - Parameters:
    ///   - prints: the prints.
    ///   - owner: the owner of the document, whose templates precede those of the office.
    ///   - db: a read transaction.
    /// - Returns: a list for each print.
    /// - Throws: the store's errors.
    func candidates(for prints: [PagePrint], of owner: OwnerID, _ db: any SQLSession) throws -> [[CandidatePage]] {
        guard let table = try current(db) else { return prints.map { _ in [] } }
        var known: [PrintedPage: CandidatePage?] = [:]
        return try prints.map { print in
            var found: [CandidatePage] = []
            for candidate in table.index.candidates(for: print, most: Self.mostFound) {
                let page = table.pages[candidate.page]
                let loaded = try known[page] ?? Self.candidate(page, for: owner, db)
                known.updateValue(loaded, forKey: page)
                if let loaded { found.append(loaded) }
                if found.count == Self.mostCandidates { break }
            }
            return found
        }
    }

    /// Returns the table of the pages; nil without prints.
    ///
    /// It is read again if prints were added or deleted.
    private func current(_ db: any SQLSession) throws -> Table? {
        let tables = PrintTables(db: db)
        guard try tables.exist else { return nil }
        let revision = try tables.revision
        if let known = table.withLock({ $0 }), known.revision == revision {
            return known.pages.isEmpty ? nil : known
        }
        let all = try tables.pages()
        let new = Table(
            revision: revision, index: PrintIndex(count: all.count) { all[$0].keys }, pages: all.map(\.page))
        table.withLock { $0 = new }
        return new.pages.isEmpty ? nil : new
    }

    private static func candidate(_ page: PrintedPage, for owner: OwnerID, _ db: any SQLSession) throws
        -> CandidatePage?
    {
        let templates = TemplateTables(db: db)
        guard let place = try templates.position(digest: page.digest, owner: owner),
            let stored = try templates.template(place.id)
        else { return nil }
        return try CandidatePage(page, of: stored, PrintTables(db: db))
    }
}

/// A page of a known form, with the fields that its template has.
struct CandidatePage: Sendable, Codable, Identifiable {
    /// The template and the page.
    struct ID: Hashable { let template: UUID; let page: Int }

    /// The form, without pages.
    let form: RecognisedForm
    /// The page of the form (0-based).
    let page: Int
    /// The encoded print.
    let print: Data
    /// The fields of the page.
    let fields: [Field]
    /// The pages of the form (0-based) that have fields.
    let formPages: [Int]

    var id: ID { ID(template: form.template, page: page) }

    /// Reads a page of a template's form; nil if its print is no more.
    init?(_ page: PrintedPage, of stored: StoredTemplate, _ prints: PrintTables) throws {
        guard let print = try prints.encodedPrint(of: page) else { return nil }
        let template = stored.template
        form = RecognisedForm(
            template: template.id, name: template.name, version: template.version, updatedAt: stored.updatedAt.date,
            pages: [])
        self.page = page.page
        self.print = print
        fields = template.fields.filter { $0.page == page.page }
        formPages = Set(template.fields.map(\.page)).sorted()
    }

    /// The page as it is compared; nil if its print is damaged.
    var known: KnownPage? {
        (try? PagePrint(encoded: print)).map {
            KnownPage(form: form.template, page: page, print: $0, fields: fields)
        }
    }
}

extension [CandidatePage] {
    /// Returns what a page is among the candidates; nil for no known form.
    ///
    /// It blocks while it works.
    ///
    /// - Parameters:
    ///   - print: the print of the page.
    ///   - page: the page (0-based).
    ///   - check: reads the numbers of a scan.
    ///   - content: returns the straightened page.
    /// - Returns: the known form, with the page's fields unless it is another edition or in doubt.
    /// - Throws: the errors of text recognition.
    func recognise(
        _ print: PagePrint, page: Int, _ check: EditionCheck, _ content: () throws -> ReadPage
    ) throws -> RecognisedPage? {
        let forms = Dictionary(map { ($0.form.template, ($0.form, $0.formPages)) }) { first, _ in first }
        var found = PageRecogniser.recognise(print, among: compactMap(\.known))
        switch found {
        case .known, .edition: if print.isScan { found = try check.confirmed(found, on: try content()) }
        case .unsure, .unknown: break
        }
        return RecognisedPage(found, page: page, form: { forms[$0] })
    }
}
