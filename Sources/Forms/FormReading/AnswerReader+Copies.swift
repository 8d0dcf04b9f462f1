import FailureModel
import FormImport
import FormModel
import Formwright
import KnownForms

extension AnswerReader {
    /// Maximum number of pages of a file.
    private static let mostPages = 500

    /// Why a page that resembles one of the form is not taken for it.
    enum Doubt {
        case edition(page: Int)
        case unsure(page: Int, String)
    }

    /// A copy, as far as its pages were seen.
    struct SeenCopy {
        var cells: [Field.ID: AnswerCell] = [:]
        /// The places of the form's pages that were seen.
        var places: Set<Int> = []
        /// The pages of the file.
        var pages: [Int] = []
        /// The pages behind it that a fill added for long values.
        var addenda: [AddendumPage] = []
        /// An unrecognised page between those of the copy (0-based).
        var interruption: Int?
    }

    /// What the pages of a file are.
    struct SeenCopies {
        var copies: [SeenCopy] = []
        /// The unrecognised pages that are not empty (0-based).
        var others: [Int] = []
        var doubt: Doubt?

        var count: Int { copies.count }
    }

    /// Finds the copies in a file.
    ///
    /// The pages of a copy may be in any order, with others between copies.
    func copies(
        in document: ImportedDocument, _ progress: () -> Void,
        read: (SeenPage, (blank: BlankPage, registration: Registration)) throws -> [Field.ID: AnswerCell]
    ) throws -> SeenCopies {
        guard document.pages.count <= Self.mostPages else {
            throw Failure(
                .tooManyPages,
                "\(document.fileName) has \(document.pages.count) pages; a file of filled copies has at most "
                    + "\(Self.mostPages).")
        }
        let source = try PageSource(document)
        var found = SeenCopies()
        // The page of the form that is most likely next, and whether a page since the last one is none of the form's.
        var (next, stranger): (Int, Int?) = (0, nil)
        for index in document.pages.indices where !pages.isEmpty {
            progress()
            try PageSource.translating(document, page: index) {
                let seen = try SeenPage(try source.content(ofPage: index))
                var doubt = found.doubt
                guard let (place, registration) = try place(of: seen, page: index, next, &doubt) else {
                    if try addAddendum(seen, &found) {
                        stranger = stranger ?? index
                        return
                    }
                    found.doubt = doubt
                    guard !seen.isEmpty else { return }
                    found.others.append(index)
                    stranger = stranger ?? index
                    return
                }
                found.doubt = doubt
                // A page that the copy has already begins the next one.
                if found.copies.last?.places.contains(place) != false {
                    found.copies.append(SeenCopy())
                } else if let stranger {
                    found.copies[found.count - 1].interruption = stranger
                }
                let last = found.count - 1
                found.copies[last].cells.merge(try read(seen, (pages[place], registration))) { first, _ in first }
                found.copies[last].places.insert(place)
                found.copies[last].pages.append(index)
                (next, stranger) = ((place + 1) % pages.count, nil)
            }
        }
        return found
    }

    /// Adds a page with further values to the last copy.
    ///
    /// - Returns: whether it is such a page.
    private func addAddendum(_ seen: SeenPage, _ found: inout SeenCopies) throws -> Bool {
        guard let last = found.copies.indices.last else { return false }
        let isExpected = found.copies[last].cells.values.contains(where: Self.refersToAddendum)
        guard let page = try addendum(on: seen, isExpected: isExpected) else { return false }
        found.copies[last].addenda.append(page)
        found.copies[last].pages.append(seen.content.page)
        return true
    }

    /// Returns which page of the form a page is; nil for none.
    private func place(
        of seen: SeenPage, page index: Int, _ next: Int, _ doubt: inout Doubt?
    ) throws -> (place: Int, registration: Registration)? {
        for step in pages.indices {
            let place = (next + step) % pages.count
            let blank = pages[place]
            let found = try check.confirmed(PageRecogniser.recognise(seen.print, as: blank.known), on: seen.read)
            switch found {
            case .known(_, let registration, _),
                .edition(_, let registration, _) where blank.excuses(found, on: seen):
                return (place, registration)
            case .edition: doubt = doubt ?? .edition(page: index)
            case .unsure(_, let reason): doubt = doubt ?? .unsure(page: index, reason.words)
            case .unknown: break
            }
        }
        return nil
    }
}
