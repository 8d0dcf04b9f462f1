import ChildPrograms
import BrokerFiles
package import FailureModel
import FileCollections
import Files
package import Foundation
package import Pipeline
import Trading

/// The content kind of trading accounts, with documents that list the account's files.
///
/// | stage | reads | publishes |
/// |---|---|---|
/// | `reconcile` | `entries.json` of the parts | `ledger.json`: the entries of all files, each once, with file and line; `reconcile.json`: merged, omitted and rejected lines, and differences from the broker's figures |
/// | `analyse` | `ledger.json` | `holdings.json`, `lots.json`, `gains.json`, `performance.json`, `analysis.json` in the format of the API; `prices.csv` if a command supplies prices |
/// | `typeset` | `ledger.json`, `prices.csv`, the input `statement.json` | `statement.pdf`, `holdings.json`, `holdings.csv`, `gains.csv`, `report.json` |
package struct AccountKind: Kind {
    /// The kind's name in `pipeline.yaml` and in documents.
    package static let name: KindName = "account"

    /// The names of the artefacts that the stages read and publish.
    package enum ArtefactName {
        /// The merged entries of all files.
        package static let ledger = "ledger.json"
        /// The merged, omitted and rejected lines, and differences from the broker's figures.
        package static let reconciliation = "reconcile.json"
        /// The response of the price command.
        package static let prices = "prices.csv"
        /// The holdings and their totals.
        package static let holdings = "holdings.json"
        /// The open lots.
        package static let lots = "lots.json"
        /// The realised gains.
        package static let gains = "gains.json"
        /// The returns and daily values.
        package static let performance = "performance.json"
        /// The newest session of the smart analysis; its times are placeholders.
        package static let analysis = "analysis.json"
        /// The statement.
        package static let statement = "statement.pdf"
        /// The holdings as a table.
        package static let holdingsTable = "holdings.csv"
        /// The realised gains as a table.
        package static let gainsTable = "gains.csv"
        /// The scope of the statement, with notes.
        package static let report = "report.json"
        /// The options of a statement.
        package static let options = "statement.json"
    }

    /// The names of the facts that the stages publish.
    package enum FactName {
        /// The number of entries.
        package static let entries = "entries"
        /// The number of omitted lines; if there are any, every figure may be wrong.
        package static let omissions = "omissions"
        /// The number of files that could not be read.
        package static let unreadFiles = "unreadFiles"
        /// The number of skipped lines and columns.
        package static let passedOver = "passedOver"
        /// The newest day of any file.
        package static let asOf = "asOf"
        /// The number of holdings.
        package static let holdings = "holdings"
        /// The number of pages of the newest statement.
        package static let pages = "pages"
    }

    /// Returns the number of omitted lines of an account's files.
    package static func omissionCount(of document: Document) -> Int { count(FactName.omissions, of: document) }

    /// Returns the number of skipped lines and columns of an account's files.
    package static func passedOverCount(of document: Document) -> Int { count(FactName.passedOver, of: document) }

    /// Returns the number of unreadable files of an account.
    package static func unreadFileCount(of document: Document) -> Int { count(FactName.unreadFiles, of: document) }

    /// Returns whether lines were omitted, so that any figure may be wrong.
    package static func isIncomplete(_ document: Document) -> Bool { omissionCount(of: document) > 0 }

    private static func count(_ fact: String, of document: Document) -> Int {
        document.facts[fact].flatMap { Int($0) } ?? 0
    }

    /// The media type of documents.
    package static let mediaType = "application/vnd.formwright.account+json"
    private static let suffix = ".account.json"

    /// Creates the kind.
    package init() {}

    package var name: KindName { Self.name }
    package var settingsSection: String? { TradingSettings.section }
    package var errors: [ErrorRow] { ErrorRow.trading + ErrorRow.collections }

    package func content(reading settings: SettingsNode?) -> ContentKind {
        let settings = TradingSettings(reading: settings)
        // A command that waits for its response uses no processor time.
        let waiting = settings.prices?.timeLimit ?? .zero
        return ContentKind(
            name,
            processing: [
                .init(ReconcileStage(), limits: StageLimits(wallTime: .seconds(10 * 60))),
                .init(
                    AnalyseStage(prices: settings.prices),
                    limits: StageLimits(
                        wallTime: .seconds(10 * 60) + waiting, stall: StageLimits().stall + waiting)),
            ],
            filling: [.init(StatementStage(), limits: StageLimits(wallTime: .seconds(10 * 60)))])
    }

    /// Throws: an account consists of files, which are added to it.
    package func mediaType(ofHead head: Data, byteCount: Int64, fileName: String) throws -> String {
        throw Failure(
            .unsupportedType,
            "An account is made of its files; add \(fileName) with “formwright account add” or drop it in a watched folder."
        )
    }

    package func role(of fileName: String) -> FileRole { .original(stem: collection(of: fileName) ?? fileName) }

    /// None, since the account's settings determine the scope of the statement.
    package var inputsOfLoneOriginal: [PipelineClient.Input]? { [] }

    package var analysed: [Deliverable] { [Deliverable(ArtefactName.holdings, as: ArtefactName.holdings)] }

    package var filled: [Deliverable] {
        [
            ArtefactName.statement, ArtefactName.holdings, ArtefactName.holdingsTable, ArtefactName.gainsTable,
            ArtefactName.report,
        ].map { Deliverable($0, as: $0) }
    }

    /// Returns the inputs of a statement.
    ///
    /// - Throws: `EncodingError`, which never happens.
    package static func inputs(_ options: StatementOptions) throws -> [PipelineClient.Input] {
        [
            PipelineClient.Input(
                name: ArtefactName.options, mediaType: "application/json", bytes: try JSONText.encode(options))
        ]
    }

    /// Returns the name of a document's account.
    package static func account(of document: Document) -> String {
        document.fileName.hasSuffix(suffix) ? String(document.fileName.dropLast(suffix.count)) : document.fileName
    }
}

extension AccountKind: CollectionKind {
    package var fileKind: any Kind { AccountFileKind() }

    package func collection(of fileName: String) -> String? {
        // Normalised as in keys of collections.
        AccountFileName(fileName)?.account.precomposedStringWithCanonicalMapping
    }

    /// Returns the newest column file for a broker's table.
    package func companions(of fileName: String, among fileNames: [String]) -> [Int] {
        guard let role = AccountFileName(fileName)?.role, role == .table || role == .flex else { return [] }
        return fileNames.lastIndex { AccountFileName($0)?.role == .columns }.map { [$0] } ?? []
    }

    package func owner(namedBy file: Document) -> OwnerID? {
        file.facts[AccountFileKind.FactName.owner].map { OwnerID($0) }
    }

    package func manifest(of name: String, files: [CollectionFile]) throws -> CollectionManifest {
        CollectionManifest(
            bytes: try JSONText.encode(AccountManifest(name, files)), fileName: name + Self.suffix,
            mediaType: Self.mediaType)
    }
}
