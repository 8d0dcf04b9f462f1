import DroppedArchive
import FailureModel
import Files
import Foundation
import Pipeline
import Threads

/// Processes one drop from its claim to its end.
///
/// Every step can be repeated: what has already been done is detected.
struct DropWork: Sendable {
    let workspace: Workspace
    let kind: any Kind
    let client: PipelineClient
    let crashes: CrashCount
    /// The threads on which blocking calls run.
    let threads: WorkerThreads
    let clock: any PipelineClock
    /// The maximum number of a drop's records that are processed at a time.
    let window: Int
    /// What is needed for files that are added to a collection; `nil` for other kinds.
    let collection: CollectionWork?
    /// What takes in the files; `nil` for kinds whose files are documents and inputs.
    let receiver: (any DropReceiver)?
    /// What takes in folders and archives; `nil` for other kinds.
    let trees: (any TreeReceiver)?
    /// Called when files that were left in the inbox may now be taken, since what they wait for is known.
    let othersMayFollow: @Sendable () -> Void
    /// Tells the people who look after the folder how a file was read.
    let say: @Sendable (String) -> Void

    /// The maximum size of an original, in bytes.
    private static let sizeLimit = InputFile.documentLimit
    /// The maximum size of inputs, in bytes.
    private static let inputsLimit = 64 << 20
    /// Inputs of at most this many bytes are read without waiting for memory.
    private static let modestInputs: Int64 = 1 << 20

    // Budgets shared by all folders.

    /// For originals on their way into the store and results on their way out.
    static let passing = ByteBudget(sizeLimit)
    /// For tables above `modestInputs`, which stay in memory from their first record to their last.
    private static let tables = ByteBudget(256 << 20)

    var rule: WatchRule { workspace.rule }

    /// Waits until a drop's files no longer change: between its claim and its turn another process may have started to
    /// write them.
    ///
    /// - Returns: false if the files were returned to the inbox.
    func isComplete(_ drop: inout Drop) async throws -> Bool {
        while drop.ending == nil {
            let state: Workspace.State
            (drop, state) = try await threads.run { [drop, workspace] in
                var drop = drop
                let state = try workspace.check(&drop)
                return (drop, state)
            }
            switch state {
            case .complete: return true
            case .givenBack: return false
            case .unsettled: try await clock.sleep(for: max(.milliseconds(50), rule.settle))
            }
        }
        return true
    }

    /// Resumes a drop and runs it to its end.
    ///
    /// An error means that another attempt, with the drop's new state, may succeed.
    func run(_ drop: inout Drop) async throws {
        if drop.ending == nil {
            do {
                try crashes.check()
                try await process(&drop)
                // If no record could be used, the files should be looked at.
                let isLost = drop.filled == 0 && drop.failed > 0
                drop.ending = isLost ? .failed(Self.noRecord(drop.failed)) : .done
            } catch let failure as DropFailure {
                drop.ending = .failed(failure)
            }
            try await threads.run { [drop, workspace] in try workspace.save(drop) }
        }
        drop = try await threads.run { [drop] in try putAway(drop) }
        try await threads.run { [drop, workspace] in try workspace.discard(drop.id) }
    }

    private static func noRecord(_ count: Int) -> DropFailure {
        DropFailure(
            .rowsFailed,
            count == 1
                ? "The only record could not be used; it has its own report."
                : "None of the \(count) records could be used; each has its own report.")
    }

    // MARK: Processing

    private func process(_ drop: inout Drop) async throws {
        if let receiver { return try await takeIn(&drop, by: receiver) }
        if let trees { return try await takeTree(&drop, by: trees) }
        if let collection { return try await grow(&drop, by: collection) }
        let original = try await original(of: drop)
        guard drop.inputs != nil else {
            let known = try await profile()
            if let inputs = kind.inputsOfLoneOriginal ?? (known.isEmpty ? nil : []) {
                let record = InputRecord(number: 1, line: nil, inputs: .success(inputs.adding(known)))
                drop.filled = try await fill(record, isNumbered: false, original: original, of: drop) ? 1 : 0
                return
            }
            let document = try await analysed(original, as: drop.document(ofRecord: 1, isNumbered: false))
            return try await deliver(kind.analysed, of: document, fill: 0, stem: drop.stem, key: "", drop)
        }
        let size = try await size(of: Drop.inputsFile, drop)
        if size <= Self.modestInputs { return try await fillRecords(of: &drop, original) }
        // While it is parsed it is in memory twice: as bytes and as records.
        try await Self.tables.with(2 * size) { try await fillRecords(of: &drop, original) }
    }

    /// The size in memory of a drop's file, in bytes.
    private func size(of file: String, _ drop: Drop) async throws -> Int64 {
        try await threads.run { [workspace] in
            try workspace.files.facts("\(workspace.folder(of: drop.id))/\(file)")?.size ?? 0
        }
    }

    /// What the folder's profile adds to the inputs of every record.
    private func profile() async throws -> [PipelineClient.Input] {
        try await crashes.inTurn {
            try await threads.run { [rule, kind, workspace] in
                try FolderProfile(rule: rule, kind: kind)?.inputs(workspace.files) ?? []
            }
        }
    }

    private func fillRecords(of drop: inout Drop, _ original: KnownOriginal) async throws {
        let known = try await profile()
        var records = try await crashes.inTurn {
            try await threads.run { [drop] in try crashes.reading { try openRecords(of: drop) } }
        }
        try await withThrowingTaskGroup(of: (Int, Bool).self) { group in
            var finished: [Int: Bool] = [:]
            var isOver = false
            var running = 0
            while true {
                while !isOver, running < window {
                    let next: InputRecord?
                    (records, next) = try await crashes.inTurn { [records] in
                        try await threads.run { try crashes.reading { try Self.next(of: records) } }
                    }
                    guard var record = next else { isOver = true; break }
                    record.inputs = record.inputs.map { $0.adding(known) }
                    if record.number < drop.nextRecord { continue }
                    running += 1
                    group.addTask { [drop, records, record] in
                        let isFilled = try await self.fill(
                            record, isNumbered: records.areNumbered, original: original, of: drop)
                        return (record.number, isFilled)
                    }
                }
                guard let (number, isFilled) = try await group.next() else { break }
                running -= 1
                finished[number] = isFilled
                try await advance(&drop, past: &finished)
            }
        }
        for note in records.notes { say(note) }
        if drop.nextRecord == 1 {
            throw DropFailure(.inputEmpty, "\(drop.inputs ?? "") has no records.")
        }
    }

    private static func next(of records: any InputRecords) throws(DropFailure) -> (any InputRecords, InputRecord?) {
        var records = records
        do {
            let record = try records.next()
            return (records, record)
        } catch {
            throw DropFailure(error)
        }
    }

    /// Records how many of the first records are finished, and removes the journals of their deliveries.
    private func advance(_ drop: inout Drop, past finished: inout [Int: Bool]) async throws {
        let first = drop.nextRecord
        while let isFilled = finished.removeValue(forKey: drop.nextRecord) {
            drop.nextRecord += 1
            if isFilled { drop.filled += 1 } else { drop.failed += 1 }
        }
        guard drop.nextRecord > first else { return }
        try await threads.run { [drop, workspace] in
            try workspace.save(drop)
            for number in first..<drop.nextRecord {
                try workspace.files.remove(
                    "\(workspace.folder(of: drop.id))/delivery-\(drop.id.uuidString)-\(number).json")
            }
        }
    }

    /// Stores a dropped original, or looks up the original for dropped inputs.
    private func original(of drop: Drop) async throws -> KnownOriginal {
        guard let name = drop.original else {
            guard let source = drop.source else {
                throw DropFailure(.originalMissing, "There is no original for these inputs.")
            }
            guard try await threads.run({ [client] in try source.isStored(in: client.artefacts) }) else {
                throw DropFailure(.originalMissing, "The original for these inputs is no longer stored; drop it again.")
            }
            return source
        }
        let original = try await stored(name, of: drop, as: kind)
        try await threads.run { [workspace] in try workspace.remember(original, stem: drop.stem, from: drop.id) }
        othersMayFollow()
        return original
    }

    /// Stores the bytes of a dropped original after a kind has recognised it.
    func stored(_ name: String, of drop: Drop, as kind: any Kind) async throws -> KnownOriginal {
        let size = try await size(of: Drop.originalFile, drop)
        return try await Self.passing.with(size) {
            let (bytes, type) = try await crashes.inTurn {
                try await threads.run { try crashes.reading { try readOriginal(name, of: drop, as: kind) } }
            }
            return try await threads.run { [client, workspace] in
                let path = "\(workspace.folder(of: drop.id))/\(Drop.originalFile)"
                return KnownOriginal(
                    content: try client.artefacts.put(bytes).hex, byteCount: Int64(bytes.count), mediaType: type,
                    fileName: name, permissions: try workspace.files.outputPermissions(path))
            }
        }
    }

    /// The bytes and media type of a dropped original.
    private func readOriginal(_ name: String, of drop: Drop, as kind: any Kind) throws -> (Data, String) {
        let bytes: Data
        do {
            bytes = try workspace.read(Drop.originalFile, of: drop, limit: Self.sizeLimit)
        } catch let error as FolderFileError {
            throw Self.unreadable(name, error)
        }
        do { return (bytes, try kind.mediaType(of: bytes, fileName: name)) } catch { throw DropFailure(error) }
    }

    /// An unreadable file fails the drop; other disk errors are retried.
    static func unreadable(_ name: String, _ error: FolderFileError) -> any Error {
        switch error.number {
        case EACCES, EPERM, EINVAL, ELOOP, EISDIR:
            DropFailure(.inputUnreadable, "\(name) cannot be read: permission denied.")
        case EFBIG: DropFailure(.inputTooLarge, "\(name) is larger than the limit.")
        default: error
        }
    }

    private func openRecords(of drop: Drop) throws -> any InputRecords {
        let name = drop.inputs ?? ""
        let bytes: Data
        do {
            bytes = try workspace.read(Drop.inputsFile, of: drop, limit: Self.inputsLimit)
        } catch let error as FolderFileError {
            throw Self.unreadable(name, error)
        }
        do { return try kind.records(in: bytes, fileName: name) } catch { throw DropFailure(error) }
    }

    /// Fills one record and returns whether that succeeded.
    ///
    /// The failure of a numbered record is reported in a file; that of a single record is thrown.
    private func fill(
        _ record: InputRecord, isNumbered: Bool, original: KnownOriginal, of drop: Drop
    ) async throws -> Bool {
        let stem = isNumbered ? drop.stem + "." + String(format: "%04d", record.number) : drop.stem
        let key = isNumbered ? "-\(record.number)" : ""
        do {
            let inputs = try record.inputs.mapError { DropFailure($0) }.get()
            let id = drop.document(ofRecord: record.number, isNumbered: isNumbered)
            var document = try await analysed(original, as: id)
            if document.state == .ready, document.fill == 0 {
                document = try await client.fill(id, in: .all, inputs: inputs)
            }
            if document.state.isWorking { document = try await client.settled(id, in: .all) }
            if let failure = document.failure { throw DropFailure(failure, of: id) }
            try await deliver(kind.filled, of: document, fill: document.fill, stem: stem, key: key, drop)
            return true
        } catch var failure as DropFailure {
            guard isNumbered else { throw failure }
            failure.line = record.line
            try await threads.run { [failure] in
                try Delivery(
                    files: workspace.files, journalFolder: workspace.folder(of: drop.id),
                    key: drop.id.uuidString + key + "-error",
                    target: rule.failed.path, permissions: workspace.permissions(ofResultsOf: drop)
                ).run(stem: stem) {
                    [Delivery.Item(suffix: "error.json", bytes: try ErrorReport.data(failure, of: drop))]
                }
            }
            return false
        }
    }

    /// The analysed document with this ID, imported if it does not exist yet.
    ///
    /// It is looked up regardless of its owner, since the rule's owner may have changed after the drop was started.
    func analysed(_ original: KnownOriginal, as id: DocumentID) async throws -> Document {
        guard let content = ContentID(hex: original.content) else {
            throw DropFailure(.originalMissing, "The original for these inputs is no longer known; drop it again.")
        }
        do {
            _ = try await client.importStored(
                content, byteCount: original.byteCount, id: id, owner: rule.owner, kind: kind.name,
                fileName: original.fileName, mediaType: original.mediaType)
        } catch StoreError.documentExists {
            // An earlier run has imported it.
        }
        var document = try await client.store.document(id, in: .all)
        if document.state == .imported { document = try await client.process(id, in: .all) }
        if document.state == .processing { document = try await client.settled(id, in: .all) }
        if let failure = document.failure { throw DropFailure(failure, of: id) }
        return document
    }

    func deliver(
        _ deliverables: [Deliverable], of document: Document, fill: Int, stem: String, key: String, _ drop: Drop
    ) async throws {
        try await withResults(deliverables, of: document, fill: fill) { results in
            try await threads.run { [workspace, rule] in
                try Delivery(
                    files: workspace.files, journalFolder: workspace.folder(of: drop.id),
                    key: drop.id.uuidString + key, target: rule.outbox.path,
                    permissions: workspace.permissions(ofResultsOf: drop)
                ).run(stem: stem, items: results)
            }
        }
    }

    /// Runs `body` with a function that reads what is delivered for a document, as soon as there is memory for it.
    func withResults<T>(
        _ deliverables: [Deliverable], of document: Document, fill: Int,
        _ body: (@escaping @Sendable () throws -> [Delivery.Item]) async throws -> T
    ) async throws -> T {
        let published = try await client.store.artefacts(of: document.id, in: .all, fill: fill)
        let inputs = try await client.storedInputs(of: document)
        let artefacts = published.map(\.artefact)
        let items = deliverables.flatMap { $0.items(among: artefacts) }
        return try await Self.passing.with(items.reduce(0) { $0 + $1.artefact.byteCount }) {
            try await crashes.inTurn {
                try await body { [client] in
                    try items.compactMap { artefact, suffix in
                        do {
                            let bytes = try client.artefacts.read(artefact.content)
                            return try delivered(bytes, of: artefact.name, document, inputs).map {
                                Delivery.Item(suffix: suffix, bytes: $0)
                            }
                        } catch let error as any StageError where !error.isTransient {
                            throw DropFailure(error)
                        }
                    }
                }
            }
        }
    }

    private func delivered(
        _ bytes: Data, of artefact: String, _ document: Document, _ inputs: [PipelineClient.Input]
    ) throws -> Data? {
        try crashes.reading { try kind.delivered(bytes, of: artefact, document: document, with: inputs) }
    }

    // MARK: Ending

    private func putAway(_ start: Drop) throws -> Drop {
        var drop = start
        // An earlier run did everything except removing the folder.
        let folder = workspace.folder(of: drop.id)
        if try drop.files.allSatisfy({ try workspace.files.facts("\(folder)/\($0.file)") == nil }) { return drop }
        switch drop.ending {
        case .failed(let failure):
            try Delivery(
                files: workspace.files, journalFolder: workspace.folder(of: drop.id),
                key: drop.id.uuidString + "-error", target: rule.failed.path,
                permissions: workspace.permissions(ofResultsOf: drop)
            ).run(stem: drop.stem) {
                [Delivery.Item(suffix: "error.json", bytes: try ErrorReport.data(failure, of: drop))]
            }
            // A file that was added to a collection or to a row is in use, even if something is wrong with the whole.
            let target = drop.membership == nil ? rule.failed : rule.archive
            try PuttingAway(workspace: workspace, target: target.path).run(&drop)
        case .done, nil:
            try PuttingAway(workspace: workspace, target: rule.archive.path).run(&drop)
        }
        return drop
    }
}

extension [PipelineClient.Input] {
    /// Adds the inputs of a profile, unless there are some of their names.
    fileprivate func adding(_ profile: [PipelineClient.Input]) -> [PipelineClient.Input] {
        let names = Set(map(\.name))
        return self + profile.filter { !names.contains($0.name) }
    }
}

/// The content of `.error.json`.
private struct ErrorReport: Encodable {
    var failure: DropFailure
    /// By this the log names the drop.
    var drop: UUID
    var files: [String]
    var time: Date

    static func data(_ failure: DropFailure, of drop: Drop) throws -> Data {
        try JSONText.encode(
            ErrorReport(failure: failure, drop: drop.id, files: drop.files.map(\.name), time: Date()))
    }

    private enum CodingKeys: String, CodingKey {
        case drop, files, time
    }

    func encode(to encoder: any Encoder) throws {
        try failure.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(drop, forKey: .drop)
        try container.encode(files, forKey: .files)
        try container.encode(time, forKey: .time)
    }
}
