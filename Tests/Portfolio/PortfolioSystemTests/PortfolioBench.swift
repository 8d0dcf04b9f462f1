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

/// A store with the kinds of this program, a watched folder for portfolios, and workers whose stages run in child processes.
struct PortfolioBench: Sendable {
    let folder: TemporaryFolder
    let system: LocalSystem
    let rule: WatchRule
    let log = LoggedLines()
    private let settings: String

    /// Creates a store with settings in YAML.
    init(settings yaml: String = "") throws {
        folder = try TemporaryFolder()
        settings = folder.path + "/pipeline.yaml"
        try Data(yaml.utf8).write(to: URL(fileURLWithPath: settings))
        system = try LocalSystem(
            SystemSettings(contentsOf: settings, store: folder.path + "/store", domains: Domains.stored))
        rule = WatchRule(
            inbox: URL(fileURLWithPath: folder.path + "/inbox"), kind: PortfolioKind.name, settle: .zero,
            poll: .milliseconds(100))
        try FileManager.default.createDirectory(at: rule.inbox, withIntermediateDirectories: true)
    }

    // MARK: Work

    /// Writes the files of a portfolio into a folder.
    ///
    /// - Parameters:
    ///   - files: the bytes by their paths.
    ///   - parent: where the folder is; the inbox by default.
    ///   - name: the name of the folder.
    /// - Returns: the folder.
    /// - Throws: errors of the disk.
    @discardableResult
    func drop(_ files: [String: Data], in parent: URL? = nil, as name: String = "Ada.portfolio") throws -> URL {
        let root = (parent ?? rule.inbox).appendingPathComponent(name)
        for (path, bytes) in files {
            let url = root.appendingPathComponent(path)
            try FileManager.default.createDirectory(
                at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
            try bytes.write(to: url)
        }
        return root
    }

    /// Processes the inbox until there is nothing left to do, with this number of stages at a time.
    func work(workers: Int = 3) async throws -> FolderWatcher.Summary {
        let watcher = FolderWatcher(rules: [rule], handlers: [receiver], client: system.client, logger: logger)
        let local = LocalWorkers(
            on: system, host: { _ in StageCommand(executable: Self.program, arguments: [settings]) },
            workers: workers, logger: logger)
        return try await local.run { try await watcher.runOnce() }
    }

    /// Runs `body` beside a runner whose stages run in this process.
    func run<T: Sendable>(
        kinds: KindTable? = nil, _ body: @escaping @Sendable (PipelineClient) async throws -> T
    ) async throws -> T {
        let runner = system.runner(kinds: kinds, logger: logger)
        let client = system.client
        return try await withThrowingTaskGroup(of: T?.self) { group in
            group.addTask {
                try await runner.run()
                return nil
            }
            group.addTask { try await body(client) }
            defer { group.cancelAll() }
            while let result = try await group.next() {
                if let result { return result }
            }
            throw CancellationError()
        }
    }

    private var receiver: PortfolioReceiver { PortfolioReceiver(kind: PortfolioKind(), input: PortfolioInputKind()) }

    /// A builder, which needs a runner beside it.
    var builder: PortfolioBuilder { PortfolioBuilder(system.client, receiver: receiver) }

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

    /// The names in one of the rule's folders.
    func names(_ folder: KeyPath<WatchRule, URL>) -> [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: rule[keyPath: folder].path)) ?? []
        return names.filter { $0 != ".formwright" }.sorted()
    }

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
        var files: [String: Data] = [:]
        for published in try await system.store.artefacts(of: document.id, in: .all, fill: document.fill) {
            files[published.artefact.name] = try system.artefacts.read(published.artefact.content)
        }
        return files
    }
}
