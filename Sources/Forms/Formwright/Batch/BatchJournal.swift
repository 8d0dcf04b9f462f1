import FailureModel
import LibCrypto
import Files
import FormModel
import FormImport
import Foundation
import Linux
import Synchronization

/// The journal of a batch, which allows another run to resume it.
///
/// It is a JSON Lines file beside the outputs: the first line identifies the batch, each other line records the outcome
/// of a row. The file of a row is written under a temporary name and recorded. Files and lines are flushed to disk in
/// groups, after which the files are renamed to their final names. Even after a power failure there can be a line
/// without a file, but never a file without a line, nor an incomplete file. A `synced` line ends a group; files after
/// the last such line are compared with their digests before they count as filled.
final class BatchJournal: Sendable {
    /// Receives nil when a file has its final name, or else the failure.
    ///
    /// It is called from another thread.
    typealias Placed = @Sendable (Failure?) -> Void

    /// A file waiting to be renamed to its final name.
    private struct Placement {
        var temporary: String
        var entry: Entry
        var placed: Placed
    }

    private struct State {
        var lines = 0
        var waiting: [Placement] = []
        /// Whether a sync is in progress or scheduled.
        var isSyncDue = false
        /// Whether the journal may no longer be written by this object.
        var isReleased = false
        /// The failure of a sync, after which no other is tried.
        ///
        /// Data that the kernel failed to write is not written by a later sync, even if that one succeeds.
        var failure: Failure?
    }

    private let file: FileDescriptor
    /// The path of the folder with the journal and the outputs.
    private let folder: String
    private let name: String
    private let state = Mutex(State())

    /// The delay of a sync.
    ///
    /// It is short, so that the disk is busy while forms are filled and little is left to flush at the end.
    private static let syncInterval = Duration.milliseconds(250)
    /// The queue for syncs, so that workers do not wait for the disk.
    private let syncing = DispatchQueue(label: "formwright-batch-sync")

    // MARK: Opening

    /// Returns the journal's name.
    ///
    /// It depends on the template, so that several batches can share a folder.
    static func name(for template: NameTemplate) -> String {
        let digest = Hexadecimal.text(SHA256.hash(data: Data(template.text.utf8)).prefix(4))
        return ".formwright-batch-\(digest)"
    }

    /// Opens or creates the journal of a batch, and reads earlier entries.
    ///
    /// - Parameters:
    ///   - folder: the template's folder, which is created if it is missing.
    ///   - template: the names of the outputs.
    ///   - identity: the form and the options of this run.
    ///   - restart: whether to remove the files of an earlier run and start over.
    /// - Returns: the locked journal, and the records of an earlier run.
    /// - Throws: `batch_changed` if the journal belongs to another form or other options; `input_unreadable` if it
    ///   cannot be read; `output_unwritable`.
    static func open(
        in folder: URL, template: NameTemplate, identity: Identity, restart: Bool
    ) throws(Failure) -> (journal: BatchJournal, past: Past) {
        try OutputFolder.make(folder)
        let path = folder.appendingPathComponent(name(for: template) + ".jsonl").path
        let journal: BatchJournal
        let isOurs: Bool
        do throws(SystemCallError) {
            journal = BatchJournal(
                file: try FileDescriptor.open(path, O_RDWR | O_CREAT | O_APPEND), folder: folder,
                name: name(for: template))
            isOurs = try journal.file.tryLock()
        } catch {
            throw error.failure(writing: path)
        }
        guard isOurs else {
            throw Failure(.outputUnwritable, "Another batch is writing to \(folder.path) with the same names.")
        }
        do throws(Failure) {
            var past = try journal.read(identity, restart: restart)
            if restart {
                for entry in past.entries.values where journal.holds(entry, isSynced: false) {
                    if let file = entry.file { unlink(journal.path(of: file)) }
                }
                // Files must not outlive the lines that record which batch wrote them.
                if !past.entries.isEmpty { try journal.bringToDisk() }
                past = Past()
                try journal.cut(to: 0)
            }
            if lseek(journal.file.rawValue, 0, SEEK_END) == 0 { try journal.append(identity) }
            return (journal, past)
        } catch {
            journal.release()
            throw error
        }
    }

    private init(file: FileDescriptor, folder: URL, name: String) {
        self.file = file
        self.folder = folder.path
        self.name = name
    }

    deinit { try? file.close() }

    /// Unlocks the journal for other processes; pending syncs then write nothing.
    ///
    /// Otherwise the lock would be held by remaining references to this object, or by a starting child process that has
    /// inherited its descriptors.
    func release() {
        syncing.sync { state.withLock { $0.isReleased = true } }
        file.unlock()
    }

    private func read(_ identity: Identity, restart: Bool) throws(Failure) -> Past {
        var past = Past()
        var order: [Int] = []
        var isFirst = true
        var end = 0
        let url = URL(fileURLWithPath: path(of: name + ".jsonl"), isDirectory: false)
        let data: Data
        do {
            data = try Data(contentsOf: url, options: .alwaysMapped)
        } catch {
            // If it counted as empty, it would be truncated below and its entries would be lost.
            throw Failure(
                .inputUnreadable, "The journal of the batch, \(url.path), cannot be read.", underlying: "\(error)")
        }
        let decoder = JSONDecoder()
        // An incomplete line after a crash is ignored and truncated, so that the next one is not appended to it.
        while let newline = data[end...].firstIndex(of: UInt8(ascii: "\n")) {
            let line = Data(data[end..<newline])
            end = newline + 1
            if isFirst {
                isFirst = false
                guard restart || (try? decoder.decode(Identity.self, from: line)) == identity else {
                    throw Failure(
                        .batchChanged,
                        "The form, its fields or the options differ from those of the earlier files in \(folder)."
                    )
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
        try cut(to: end)
        let lines = order.count
        state.withLock { $0.lines = lines }
        return past
    }

    private func cut(to end: Int) throws(Failure) {
        do throws(SystemCallError) {
            try file.truncate(to: end)
        } catch {
            throw error.failure(writing: path(of: name + ".jsonl"))
        }
    }

    private static let markStart = Data("{\"synced\"".utf8)

    /// Returns the path of a file in the folder.
    ///
    /// `URL.appendingPathComponent` checks whether a folder of that name exists, which contends with threads that
    /// create files in the same folder.
    private func path(of file: String) -> String { "\(folder)/\(file)" }

    /// Returns whether the file of a row exists and is complete.
    ///
    /// If `isSynced` is true, the size is sufficient; otherwise the digest is compared.
    func holds(_ entry: Entry, isSynced: Bool) -> Bool {
        guard let file = entry.file else { return false }
        return isWhole(path(of: file), entry, isSynced: isSynced)
    }

    private func isWhole(_ path: String, _ entry: Entry, isSynced: Bool = false) -> Bool {
        var status = stat()
        guard let size = entry.size, stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
            Int(status.st_size) == size
        else { return false }
        if isSynced { return true }
        return (try? Data(contentsOf: URL(fileURLWithPath: path))).map(Self.digest) == entry.sha256
    }

    // MARK: Writing

    /// Records that a row has failed.
    func failed(_ entry: Entry) throws(Failure) {
        _ = try append(entry, waiting: nil)
    }

    /// Writes and records the file of a row without replacing anything.
    ///
    /// It is renamed to its final name with the next group.
    ///
    /// - Parameters:
    ///   - pdf: the bytes of the file.
    ///   - entry: the line to record.
    ///   - placed: called before `finish` returns, unless this method or `finish` throws.
    /// - Throws: `output_exists`, `output_unwritable` or `disk_full`.
    func place(_ pdf: Data, entry: Entry, placed: @escaping Placed) throws(Failure) {
        guard let file = entry.file else { return }
        if let failure = state.withLock({ $0.failure }) { throw failure }
        let target = path(of: file)
        if file.contains("/") {
            try? FileManager.default.createDirectory(
                atPath: (target as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
        }
        var status = stat()
        if lstat(target, &status) == 0, !holds(entry, isSynced: false) { throw Self.exists(target) }
        let temporary = path(of: "\(name).\(entry.row).part")
        try Self.write(pdf, to: temporary, shownAs: target)
        do throws(Failure) {
            let isFirst = try append(entry, waiting: Placement(temporary: temporary, entry: entry, placed: placed))
            if isFirst { scheduleSync() }
        } catch {
            unlink(temporary)
            throw error
        }
    }

    /// Flushes everything to disk, renames the files and records that in the journal.
    ///
    /// - Throws: `output_unwritable` or `disk_full`, also if earlier writes were lost.
    func finish() throws(Failure) {
        let result: Result<Void, Failure> = syncing.sync {
            do throws(Failure) {
                try sync()
                // Flushes the names as well.
                return .success(try bringToDisk())
            } catch {
                state.withLock { $0.waiting = [] }
                // They may be complete in memory but not on disk, so the next run must not take them over.
                removeLeftovers()
                return .failure(error)
            }
        }
        try result.get()
    }

    private func scheduleSync() {
        syncing.asyncAfter(deadline: .now() + Self.syncInterval / .seconds(1)) { [weak self] in
            guard let self, !state.withLock(\.isReleased) else { return }
            // A failure is kept and reported by the next file or at the end of the batch.
            try? sync()
            let isDue = state.withLock { state in
                state.isSyncDue = !state.waiting.isEmpty
                return state.isSyncDue
            }
            if isDue { scheduleSync() }
        }
    }

    private func sync() throws(Failure) {
        let (group, lines) = state.withLock { state in
            defer { state.waiting = [] }
            return (state.waiting, state.lines)
        }
        try bringToDisk()
        for placement in group {
            let failure = give(placement)
            if let failure, failure.code != .outputExists { state.withLock { $0.failure = failure } }
            placement.placed(failure)
        }
        if let failure = state.withLock({ $0.failure }) { throw failure }
        do throws(Failure) {
            try append(Mark(synced: lines))
        } catch {
            state.withLock { $0.failure = error }
            throw error
        }
    }

    private func bringToDisk() throws(Failure) {
        if let failure = state.withLock({ $0.failure }) { throw failure }
        let number = FileCalls.syncFileSystem(of: file.rawValue)
        guard number != 0 else { return }
        let failure = SystemCallError("syncfs", number).failure(writing: folder)
        state.withLock { $0.failure = failure }
        throw failure
    }

    /// Renames a file to its final name.
    private func give(_ placement: Placement) -> Failure? {
        let target = path(of: placement.entry.file ?? "")
        let number = FileCalls.renameWithoutReplacing(placement.temporary, to: target)
        if number == 0 { return nil }
        unlink(placement.temporary)
        guard number == EEXIST else { return SystemCallError("rename", number).failure(writing: target) }
        // An interrupted run may have renamed it already; equal bytes are the same result.
        return holds(placement.entry, isSynced: false) ? nil : Self.exists(target)
    }

    private static func exists(_ target: String) -> Failure {
        Failure(.outputExists, "\(target) already exists and was not written by this batch.")
    }

    /// Renames the complete files of a killed run, and removes its incomplete ones.
    ///
    /// - Throws: `output_unwritable` or `disk_full`.
    func takeOver(_ past: Past) throws(Failure) {
        var whole: [Placement] = []
        for (row, path) in leftovers() {
            if let entry = row.flatMap({ past.entries[$0] }), isWhole(path, entry) {
                whole.append(Placement(temporary: path, entry: entry) { _ in })
            } else {
                unlink(path)
            }
        }
        guard !whole.isEmpty else { return }
        try bringToDisk()
        for placement in whole { _ = give(placement) }
    }

    private func removeLeftovers() {
        for (_, path) in leftovers() { unlink(path) }
    }

    /// Returns the files with temporary names, and their row numbers.
    private func leftovers() -> [(row: Int?, path: String)] {
        let prefix = name + "."
        return ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [])
            .filter { $0.hasPrefix(prefix) && $0.hasSuffix(".part") }
            .map { (Int($0.dropFirst(prefix.count).dropLast(5)), path(of: $0)) }
    }

    /// Appends a line, and returns whether a sync must be scheduled.
    private func append(_ entry: Entry, waiting placement: Placement?) throws(Failure) -> Bool {
        let bytes = try Self.encoded(entry)
        // The lock is held while the line is written, so that the count always matches the lines in the file.
        let result: Result<Bool, Failure> = state.withLock { state in
            do throws(Failure) {
                try writeLine(bytes)
            } catch {
                return .failure(error)
            }
            state.lines += 1
            guard let placement else { return .success(false) }
            state.waiting.append(placement)
            defer { state.isSyncDue = true }
            return .success(!state.isSyncDue)
        }
        return try result.get()
    }

    private func append(_ value: some Encodable & Sendable) throws(Failure) {
        let bytes = try Self.encoded(value)
        let result: Result<Void, Failure> = state.withLock { _ in
            do throws(Failure) {
                return .success(try writeLine(bytes))
            } catch {
                return .failure(error)
            }
        }
        try result.get()
    }

    /// Appends a line; the caller holds the lock.
    ///
    /// If that fails, the file is truncated, so that the next line is not appended to a partial one.
    private func writeLine(_ bytes: Data) throws(Failure) {
        let end = lseek(file.rawValue, 0, SEEK_END)
        do throws(Failure) {
            try file.writeAll(bytes, to: name)
        } catch {
            if end >= 0 { try? file.truncate(to: end) }
            throw error
        }
    }

    private static func encoded(_ value: some Encodable) throws(Failure) -> Data {
        do {
            return try JSONText.line(value)
        } catch {
            throw Failure(.internalError, "A line of the journal cannot be written.", underlying: "\(error)")
        }
    }

    private static func write(_ data: Data, to path: String, shownAs name: String) throws(Failure) {
        do throws(SystemCallError) {
            let file = try FileDescriptor.open(path, O_WRONLY | O_CREAT | O_EXCL)
            do throws(SystemCallError) {
                try file.closeAfter { () throws(SystemCallError) in try file.writeAll(data) }
            } catch {
                unlink(path)
                throw error
            }
        } catch {
            throw error.failure(writing: name)
        }
    }

    /// Returns the SHA-256 digest in lower-case hexadecimal.
    static func digest(_ data: Data) -> String { Hexadecimal.text(SHA256.hash(data: data)) }
}
