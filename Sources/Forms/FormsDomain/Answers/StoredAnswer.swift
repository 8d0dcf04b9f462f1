import FormImport
import FormReading
package import Pipeline

/// A filled copy of one of the office's forms in the store.
package struct StoredAnswer: Sendable {
    /// How far the copy is read.
    package enum State: String, Sendable, CaseIterable {
        /// It is waiting or being read.
        case reading
        /// Its cells are known.
        case read
        /// It is no copy of the form.
        case unknownForm = "unknown_form"
        /// It is a copy of another edition of the form.
        case otherEdition = "other_edition"
        /// It cannot be read, such as a damaged file.
        case failed
    }

    /// The document with the copy.
    package let document: Document
    /// The form.
    package let form: DocumentID
    /// The increasing number for paging, in the order of arrival.
    package let place: Int64
    /// The number of corrections made so far.
    let changes: Int
    /// The number of doubtful cells that nobody has corrected; nil before the first correction.
    let remaining: Int?

    /// How far the copy is read.
    package var state: State {
        switch document.state {
        case .imported, .processing: .reading
        case .ready, .filling, .filled: .read
        case .failed:
            switch document.failure?.code {
            case .fieldsMismatch?: .unknownForm
            case .otherEdition?: .otherEdition
            default: .failed
            }
        }
    }

    /// The version of the cells, which increases with each correction.
    ///
    /// It is 0 before they are known, and 1 as they were read.
    package var version: Int { state == .read ? changes + 1 : 0 }

    /// The number of cells; nil before they are known.
    package var cells: Int? {
        state == .read ? document.facts[AnswerKind.FactName.cells].flatMap { Int($0) } : nil
    }

    /// The number of doubtful cells that nobody has corrected; nil before they are known.
    package var doubtful: Int? {
        state == .read ? remaining ?? document.facts[AnswerKind.FactName.doubtful].flatMap { Int($0) } : nil
    }
}
