import Crypto
import FormModel
import Forms
import Foundation
import Linux
import Synchronization

/// What a batch has done, written beside its outputs row by row, so that another run of the same command goes on where
/// one was stopped, whatever stopped it.
///
/// A file of lines of JSON: the first says what batch it is, each other what became of a row. A row's line is written
/// before its file gets its name: after a crash there may be a line without a file, never a file without a line. Lines
/// and files are brought to the disk in groups; what a power failure may have damaged, the files behind the last
/// `synced` line, is read and compared with its digest before it is believed.
final class BatchJournal: Sendable {
    /// What a journal's batch was made of; another form or other options give other files.
    struct Identity: Codable, Hashable {
        var journal = 1
        /// Of the form's bytes.
        var form: String
        /// Of the fields' description and of how values are drawn.
        var settings: String
        var template: String
    }

    /// What became of a row.
    struct Entry: Codable, Hashable {
        var row: Int
        var line: Int
        /// Of the row's values.
        var values: String
        /// Set where the row was filled.
        var file: String?
        var size: Int?
        var sha256: String?
        /// Set where it failed.
        var code: FormError.Code?
        var message: String?
        var fields: [String]?
        var warnings: [String]?
    }

    /// That so many lines behind the first, and the files of theirs, are on the disk.
    private struct Mark: Codable {
        var synced: Int
    }

    private struct State {
        var lines: Int
        /// The lines whose files have not got their names yet.
        var pending: Set<Int> = []
        var lastSync = ContinuousClock.now
        var isSyncing = false
        /// Of a sync. No other is tried: what was lost once is not brought to the disk by the next one, which may succeed.
        var failure: FormError?
    }

    private let descriptor: Int32
    private let folder: URL
    private let name: String
    private let state: Mutex<State>

    /// How long after one sync the next begins. Short, so that the disk has work while there is some to do, and little is
    /// left for the end.
    private static let syncInterval = Duration.milliseconds(250)
    /// Workers do not wait for the disk.
    private let syncing = DispatchQueue(label: "formwright-batch-sync")

    // MARK: Opening

    /// What an earlier run has left.
    struct Past {
        /// The last line of each row.
        var entries: [Int: Entry] = [:]
        /// Rows whose files were on the disk for certain.
        var synced: Set<Int> = []

        var names: [(row: Int, name: String)] {
            entries.values.compactMap { entry in entry.file.map { (entry.row, $0) } }
        }
    }

    /// The journal's place: one for each template in a folder, so that several batches may share it.
    static func name(for template: NameTemplate) -> String {
        let digest = hexadecimal(SHA256.hash(data: Data(template.text.utf8)).prefix(4))
        return ".formwright-batch-\(digest)"
    }

    /// Opens the journal of a batch, or begins one, and reads what an earlier run has left.
    ///
    /// - Parameter restart: removes what an earlier run has written, and begins anew.
    /// - Throws: `batch_changed` where the journal is that of another form or of other options; `input_unreadable` where
    ///   it cannot be read; `output_unwritable`.
    static func open(
        in folder: URL, template: NameTemplate, identity: Identity, restart: Bool
    ) throws(FormError) -> (journal: BatchJournal, past: Past) {
        do {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        } catch {
            throw FormError(.outputUnwritable, "The folder \(folder.path) cannot be made.", underlying: "\(error)")
        }
        let path = folder.appendingPathComponent(name(for: template) + ".jsonl").path
        let descriptor = Foundation.open(path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0o666)
        guard descriptor >= 0 else { throw OutputFile.failure(errno, path) }
        let journal = BatchJournal(descriptor: descriptor, folder: folder, name: name(for: template))
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            throw FormError(.outputUnwritable, "Another batch is writing to \(folder.path) under these names.")
        }
        do throws(FormError) {
            var past = try journal.read(identity, restart: restart)
            if restart {
                for entry in past.entries.values where journal.holds(entry, isSynced: false) {
                    if let file = entry.file { unlink(folder.appendingPathComponent(file).path) }
                }
                past = Past()
                guard ftruncate(descriptor, 0) == 0 else { throw OutputFile.failure(errno, path) }
            }
            if lseek(descriptor, 0, SEEK_END) == 0 { try journal.append(identity) }
            return (journal, past)
        } catch {
            journal.release()
            throw error
        }
    }

    private init(descriptor: Int32, folder: URL, name: String) {
        self.descriptor = descriptor
        self.folder = folder
        self.name = name
        state = Mutex(State(lines: 0))
    }

    deinit { close(descriptor) }

    /// Lets others have the journal. What still holds this object, or a child process that is just starting and has its
    /// descriptors, would keep them out otherwise.
    func release() { flock(descriptor, LOCK_UN) }

    private func read(_ identity: Identity, restart: Bool) throws(FormError) -> Past {
        var past = Past()
        var order: [Int] = []
        var isFirst = true
        var end = 0
        let url = folder.appendingPathComponent(name + ".jsonl")
        let data: Data
        do {
            data = try Data(contentsOf: url, options: .alwaysMapped)
        } catch {
            // Taken for an empty one, it would be cut off below, and what is done be lost.
            throw FormError(
                .inputUnreadable, "The journal of the batch, \(url.path), cannot be read.", underlying: "\(error)")
        }
        let decoder = JSONDecoder()
        // What a crash has cut off is no line, and the next one must not be written behind it.
        while let newline = data[end...].firstIndex(of: UInt8(ascii: "\n")) {
            let line = Data(data[end..<newline])
            end = newline + 1
            if isFirst {
                isFirst = false
                guard restart || (try? decoder.decode(Identity.self, from: line)) == identity else {
                    throw FormError(
                        .batchChanged,
                        "The form, its fields or the options are not those that the earlier files in \(folder.path) "
                            + "were made with; name the outputs differently, or replace them all with --restart.")
                }
            } else if line.starts(with: Self.markStart), let mark = try? decoder.decode(Mark.self, from: line) {
                past.synced.formUnion(order.prefix(mark.synced))
            } else {
                let entry = try? decoder.decode(Entry.self, from: line)
                order.append(entry?.row ?? 0)
                if let entry {
                    past.entries[entry.row] = entry
                    past.synced.remove(entry.row)
                }
            }
        }
        guard ftruncate(descriptor, off_t(end)) == 0 else { throw OutputFile.failure(errno, name) }
        let lines = order.count
        state.withLock { $0.lines = lines }
        return past
    }

    private static let markStart = Data("{\"synced\"".utf8)

    /// Whether the file of a row is there, whole.
    func holds(_ entry: Entry, isSynced: Bool) -> Bool {
        guard let file = entry.file, let size = entry.size else { return false }
        let url = folder.appendingPathComponent(file)
        var status = stat()
        guard stat(url.path, &status) == 0, status.st_mode & S_IFMT == S_IFREG, Int(status.st_size) == size else {
            return false
        }
        if isSynced { return true }
        return (try? Data(contentsOf: url)).map(Self.digest) == entry.sha256
    }

    // MARK: Writing

    /// Notes that a row has failed.
    func failed(_ entry: Entry) throws(FormError) {
        _ = try append(entry, isPending: false)
    }

    /// Notes a row and gives its file its name; nothing is replaced.
    ///
    /// - Parameter slot: tells the caller's temporary file from those of others at work.
    /// - Throws: `output_exists`, `output_unwritable` or `disk_full`.
    func place(_ pdf: Data, entry: Entry, slot: Int) throws(FormError) {
        guard let file = entry.file else { return }
        if let failure = state.withLock({ $0.failure }) { throw failure }
        let target = folder.appendingPathComponent(file)
        if file.contains("/") {
            try? FileManager.default.createDirectory(
                at: target.deletingLastPathComponent(), withIntermediateDirectories: true)
        }
        let temporary = folder.appendingPathComponent("\(name).\(slot).part").path
        try Self.write(pdf, to: temporary, shownAs: target.path)
        let line = try append(entry, isPending: true)
        let failure = FileCalls.renameWithoutReplacing(temporary, to: target.path)
        state.withLock { _ = $0.pending.remove(line) }
        if failure != 0 { unlink(temporary) }
        // A run that was stopped may have come this far: the same bytes are the same result.
        if failure == EEXIST, holds(entry, isSynced: false) { return }
        switch failure {
        case 0: break
        case EEXIST:
            throw FormError(
                .outputExists, "There is a file \(target.path) already, which this batch has not written.")
        default: throw OutputFile.failure(failure, target.path)
        }
        if isSyncDue() { syncing.async { try? self.sync() } }
    }

    /// Brings everything to the disk, and says so in the journal.
    ///
    /// - Throws: `output_unwritable` or `disk_full`, also where something that was written before was lost.
    func finish() throws(FormError) {
        let result: Result<Void, FormError> = syncing.sync {
            do throws(FormError) {
                return .success(try sync())
            } catch {
                return .failure(error)
            }
        }
        try result.get()
    }

    private func sync() throws(FormError) {
        defer {
            state.withLock { state in
                state.isSyncing = false
                state.lastSync = .now
            }
        }
        let safe = state.withLock { $0.pending.min() ?? $0.lines }
        try bringToDisk()
        try append(Mark(synced: safe))
        try bringToDisk()
    }

    private func bringToDisk() throws(FormError) {
        if let failure = state.withLock({ $0.failure }) { throw failure }
        let number = FileCalls.syncFileSystem(of: descriptor)
        guard number != 0 else { return }
        let failure = OutputFile.failure(number, folder.path)
        state.withLock { $0.failure = failure }
        throw failure
    }

    /// Removes what workers of a run that was killed have left half done.
    func removeLeftovers() {
        let prefix = name + "."
        for file in (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        where file.hasPrefix(prefix) && file.hasSuffix(".part") {
            unlink(folder.appendingPathComponent(file).path)
        }
    }

    private func isSyncDue() -> Bool {
        state.withLock { state in
            guard !state.isSyncing, .now - state.lastSync > Self.syncInterval else { return false }
            state.isSyncing = true
            return true
        }
    }

    private func append(_ entry: Entry, isPending: Bool) throws(FormError) -> Int {
        let bytes = try Self.encoded(entry)
        // Places in the file and places in the count must agree.
        let result: Result<Int, FormError> = state.withLock { state in
            do throws(FormError) {
                try OutputFile.write(bytes, to: descriptor, name: name)
            } catch {
                return .failure(error)
            }
            if isPending { state.pending.insert(state.lines) }
            state.lines += 1
            return .success(state.lines - 1)
        }
        return try result.get()
    }

    private func append(_ value: some Encodable & Sendable) throws(FormError) {
        let bytes = try Self.encoded(value)
        let result: Result<Void, FormError> = state.withLock { _ in
            do throws(FormError) {
                return .success(try OutputFile.write(bytes, to: descriptor, name: name))
            } catch {
                return .failure(error)
            }
        }
        try result.get()
    }

    private static func encoded(_ value: some Encodable) throws(FormError) -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        do {
            return try encoder.encode(value) + Data("\n".utf8)
        } catch {
            throw FormError(.internalError, "A line of the journal cannot be written.", underlying: "\(error)")
        }
    }

    private static func write(_ data: Data, to path: String, shownAs name: String) throws(FormError) {
        let descriptor = Foundation.open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
        guard descriptor >= 0 else { throw OutputFile.failure(errno, name) }
        do throws(FormError) {
            try OutputFile.write(data, to: descriptor, name: name)
        } catch {
            close(descriptor)
            unlink(path)
            throw error
        }
        guard close(descriptor) == 0 else { throw OutputFile.failure(errno, name) }
    }

    /// Lower-case hexadecimal SHA-256.
    static func digest(_ data: Data) -> String { hexadecimal(SHA256.hash(data: data)) }

    static func hexadecimal(_ bytes: some Sequence<UInt8>) -> String {
        let digits = Array("0123456789abcdef".utf8)
        return String(decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }
}
