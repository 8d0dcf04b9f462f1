import ServiceTestSupport
import Domains
import FormsDomain
import LocalStore
import PortfolioDomain
import Archive
import Foundation
import LocalWorkers
import Logging
import Pipeline
import PipelineProcesses
import PipelineTestSupport
import Portfolio
import PortfolioFolder
import PortfolioInputs
import Synchronization
import TestSupport
import WatchFolder
import WatchFolderTestSupport

/// A store with the kinds of this program, a watched folder for portfolios, and workers whose stages run in child processes.
struct PortfolioBench: WatchedFolder, Sendable {
    let folder: TemporaryFolder
    let system: LocalSystem
    let rule: WatchRule
    let log = LoggedLines()
    private let settings: String

    /// Creates a store with settings in YAML.
    init(settings yaml: String = "") throws {
        folder = try TemporaryFolder()
        settings = try folder.write(yaml, "pipeline.yaml").path
        system = try LocalSystem(
            SystemSettings(contentsOf: settings, store: folder.path + "/store", domains: Domains.stored))
        rule = try WatchRule(in: folder.url, kind: PortfolioKind.name)
    }

    // MARK: Work

    /// Writes the files of a portfolio into a folder of the inbox, and returns the folder.
    @discardableResult
    func drop(_ files: [String: Data], as name: String = "Ada.portfolio") throws -> URL {
        for (path, bytes) in files { try drop("\(name)/\(path)", bytes) }
        return rule.inbox.appendingPathComponent(name)
    }

    /// Processes the inbox until there is nothing left to do, with this number of stages at a time.
    func work(workers: Int = 3) async throws -> FolderWatcher.Summary {
        let watcher = FolderWatcher(rules: [rule], handlers: [handler], client: system.client, logger: logger)
        let local = LocalWorkers(
            on: system, host: { _ in StageCommand(executable: Self.program, arguments: [settings]) },
            workers: workers, logger: logger)
        return try await local.run { try await watcher.runOnce() }
    }

    /// Runs `body` beside a runner whose stages run in this process.
    func run<T: Sendable>(
        kinds: KindTable? = nil, _ body: @escaping @Sendable (PipelineClient) async throws -> T
    ) async throws -> T {
        try await system.runner(kinds: kinds, logger: logger).run { try await body(system.client) }
    }

    private var handler: PortfolioHandler { PortfolioHandler(kind: PortfolioKind(), input: PortfolioInputKind()) }

    /// A builder, which needs a runner beside it.
    var builder: PortfolioBuilder { PortfolioBuilder(system.client, handler: handler) }

    private var logger: Logger {
        var logger = Logger(label: "test") { [log] _ in log }
        logger.logLevel = .trace
        return logger
    }

    /// Built beside the test product, which is this program.
    private static var program: String {
        let tests = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
        return tests.deletingLastPathComponent().appending(path: "PortfolioStageFixture").path
    }

    // MARK: What came of it

    /// The bytes of a result.
    func result(_ name: String) throws -> Data { try Data(contentsOf: rule.outbox.appendingPathComponent(name)) }

    /// Reads a result in JSON.
    func result<Value: Decodable>(_ name: String, as type: Value.Type) throws -> Value {
        try JSONDecoder().decode(type, from: try result(name))
    }

    /// The names of the files of a result that is a ZIP.
    func members(of name: String) throws -> Set<String> {
        let file = try FileHandle(forReadingFrom: rule.outbox.appendingPathComponent(name))
        let reader = try ArchiveReader(descriptor: file.fileDescriptor, format: .zip)
        var names: Set<String> = []
        while let entry = try reader.next() { names.insert(entry.name) }
        return names
    }

    /// The results of a document's analysis and of its last fill, by name.
    func files(of document: Document) async throws -> [String: Data] {
        try await system.client.files(of: document.id, fill: document.fill)
    }
}
