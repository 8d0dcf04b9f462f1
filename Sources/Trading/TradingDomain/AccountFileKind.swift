import BrokerFiles
import FailureModel
import Files
package import Foundation
package import Pipeline
import Trading

/// The content kind of one file of an account, such as a broker's export.
///
/// | stage | reads | publishes |
/// |---|---|---|
/// | `read` | the original, and the column file among its parts | `entries.json`: trades, positions, prices, rates and opinions, each with its line; the facts `entries` and `owner` |
package struct AccountFileKind: Kind {
    /// The kind's name in `pipeline.yaml` and in documents.
    package static let name: KindName = "account-file"

    /// The names of the artefacts that the stage publishes.
    package enum ArtefactName {
        /// The content of the file, one entry per line.
        package static let entries = "entries.json"
    }

    /// The names of the facts that the stage publishes.
    package enum FactName {
        /// The number of trades, payments and splits.
        package static let entries = "entries"
        /// The owner named in `NAME.account.yaml`.
        package static let owner = "owner"
    }

    /// The maximum size of a file in bytes.
    package static let sizeLimit = 512 << 20

    /// Creates the kind.
    package init() {}

    package var name: KindName { Self.name }

    package func content(reading settings: SettingsNode?) -> ContentKind {
        ContentKind(
            name, processing: [.init(ReadStage(), limits: StageLimits(wallTime: .seconds(10 * 60)))], filling: [])
    }

    package func mediaType(ofHead head: Data, byteCount: Int64, fileName: String) throws -> String {
        guard byteCount > 0 else { throw Failure(.inputEmpty, "\(fileName) is empty.") }
        guard byteCount <= Self.sizeLimit else {
            throw Failure(.inputTooLarge, "\(fileName) is larger than the limit of \(Self.sizeLimit >> 20) MB.")
        }
        guard let role = AccountFileName(fileName)?.role else {
            throw Failure(
                .unsupportedType,
                "\(fileName) does not have the name of a file of an account, such as NAME.csv, NAME.ofx, NAME.xml or NAME.trades.csv."
            )
        }
        // Tables and text in OFX, XML, JSON or YAML contain no zero bytes, except in UTF-16.
        guard !head.contains(0) || UTF16Decoder.recognised([UInt8](head)[...]) != nil else {
            throw Failure(.unsupportedType, "\(fileName) is not text.")
        }
        switch role {
        case .trades, .prices, .rates, .lots, .table: return "text/csv"
        case .opinions: return "application/json"
        case .account, .columns: return "application/yaml"
        case .ofx: return "application/x-ofx"
        case .flex: return "application/xml"
        }
    }

    package func role(of fileName: String) -> FileRole {
        .original(stem: AccountFileName(fileName)?.account ?? fileName)
    }

    package var analysed: [Deliverable] { [Deliverable(ArtefactName.entries, as: "entries.json")] }
    package var filled: [Deliverable] { [] }
}
