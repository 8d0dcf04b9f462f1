import FormFilling
import FormModel
import LocalStore
import Pipeline
import PipelineSQL

/// The index of the words in documents' values.
///
/// It exists only if the settings ask for it: the words are a second copy of what people typed.
struct ValueSearch: Sendable {
    private let isOn: Bool

    private static let source = SearchSource("values")

    /// Maximum number of different words that are found of a document's values.
    private static let wordLimit = 5_000
    /// Minimum number of digits in a value that are a word together, too.
    private static let joinedDigits = 5

    /// Creates the index as the settings of a store ask for it.
    init(_ system: LocalSystem) {
        isOn = system.settings.section(SearchSettings.self).values
    }

    /// Brings the index of values up to date, in the transaction that changes them.
    ///
    /// - Parameters:
    ///   - id: the document.
    ///   - scope: the owners of documents that may be changed.
    ///   - values: the document's values.
    ///   - transaction: the transaction.
    /// - Throws: `StoreError.documentUnknown`; an error of the database.
    func refresh(
        _ id: DocumentID, in scope: OwnerScope, values: @autoclosure () throws -> [ValueEntry],
        _ transaction: StoreTransaction
    ) throws {
        let tables = CaseTables(db: transaction.db)
        let wasIndexed = try tables.isIndexed(id)
        guard isOn || wasIndexed else { return }
        let entries = isOn ? try values() : []
        let texts = entries.flatMap(\.value.searchTexts)
        // A number is found however its digits are grouped.
        let numbers = texts.map { $0.filter(\.isWholeNumber) }.filter { $0.count >= Self.joinedDigits }
        let words = SearchWords.words(in: (texts + numbers).joined(separator: "\n"))
        // The order makes the choice among too many words the same each time.
        let kept = words.count <= Self.wordLimit ? words : Set(words.sorted().prefix(Self.wordLimit))
        try transaction.index(kept, from: Self.source, of: id, in: scope)
        if isOn != wasIndexed { try tables.setIndexed(id, isOn) }
    }

    /// Returns documents to index, or to remove from the index.
    func outdated(_ tables: CaseTables, limit: Int) throws -> [DocumentID] {
        isOn ? try tables.unindexed(limit: limit) : try tables.indexed(limit: limit)
    }
}

extension FieldValue {
    /// The texts in which people search.
    fileprivate var searchTexts: [String] {
        switch self {
        case .text(let text), .number(let text): [text]
        case .shown(let text, let plain): [text, plain]
        case .formatted(let text): [text.text]
        case .several(let texts): texts
        case .flag, .picture, .structure, .none: []
        }
    }
}
