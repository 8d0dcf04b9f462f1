import TradingDomain
import BrokerFiles
import Foundation
import HTTPService
import Pipeline
import Threads
import Trading

/// Reads the parts of artefacts that an account's state displays, once for each artefact.
struct AccountExcerpts: Sendable {
    private let artefacts: any ArtefactStore
    private let titles = RecentValues<ContentID, Title>(limit: 10_000)
    private let periods = RecentValues<ContentID, AccountState.Period>(limit: 10_000)

    /// The title in a settings file.
    private struct Title {
        let text: String?
    }

    init(_ artefacts: any ArtefactStore) {
        self.artefacts = artefacts
    }

    /// Returns the account's title from the newest file that contains one.
    func title(in files: [Part]) async throws -> String? {
        let settings = files.filter { file in
            file.document.flatMap { AccountFileName($0.fileName)?.role } == .account
        }
        for file in settings.reversed() {
            guard let entries = file.artefact(AccountFileKind.ArtefactName.entries) else { continue }
            let title = try await excerpt(of: entries, in: titles) { artefacts in
                var reader = EntryText.Reader<EntryFile>()
                try reader.read(entries.content, of: entries.byteCount, in: artefacts)
                return Title(text: try EntryFile(reader).settings?.title)
            }
            if let text = title.text { return text }
        }
        return nil
    }

    /// Returns the period in the report of a statement.
    func period(in report: Artefact) async throws -> AccountState.Period {
        try await excerpt(of: report, in: periods) { artefacts in
            try JSONDecoder().decode(AccountState.Period.self, from: try artefacts.read(report.content))
        }
    }

    private func excerpt<Excerpt: Sendable>(
        of artefact: Artefact, in known: RecentValues<ContentID, Excerpt>,
        _ read: @escaping @Sendable (any ArtefactStore) throws -> Excerpt
    ) async throws -> Excerpt {
        if let excerpt = known[artefact.content] { return excerpt }
        let excerpt = try await WorkerThreads.shared.run { [artefacts] in try read(artefacts) }
        known.keep(excerpt, for: artefact.content, size: 1)
        return excerpt
    }
}
