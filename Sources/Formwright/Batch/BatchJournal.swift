import FailureModel
import Crypto
import Files
import FormModel
import Forms
import Foundation
import Linux
import Synchronization

/// What a batch has done, written beside its outputs row by row, so that another run of the same command goes on where
/// one was stopped, whatever stopped it.
///
/// A file of lines of JSON: the first says what batch it is, each other what became of a row. A row's file is written
/// under a temporary name and noted; in groups, files and lines are brought to the disk, and only then do the files get
/// their names. So whatever stops the batch, a power failure too, there may be a line without a file, never a file
/// without a line or one that is not whole. A `synced` line ends a group; files behind the last one are compared with
/// their digests before they are believed.
final class BatchJournal: Sendable {
    /// Is told from another thread that a file has got its name, or why it has not.
    typealias Placed = @Sendable (Failure?) -> Void

    /// A file that waits for its name.
    private struct Placement {
        var temporary: String
        var entry: Entry
        var placed: Placed
    }

    private struct State {
        var lines = 0
        var waiting: [Placement] = []
        /// Whether a sync is at work or will be.
        var isSyncDue = false
        /// Of a sync. No other is tried: what was lost once is not brought to the disk by the next one, which may succeed.
        var failure: Failure?
    }

    private let file: FileDescriptor
    /// Its path.
    private let folder: String
    private let name: String
    private let state = Mutex(State())

    /// How long files wait for a sync. Short, so that the disk has work while there is some to do, and little is left for
    /// the end.
    private static let syncInterval = Duration.milliseconds(250)
    /// Workers do not wait for the disk.
    private let syncing = DispatchQueue(label: "formwright-batch-sync")

    // MARK: Opening

    /// The journal's place: one for each template in a folder, so that several batches may share it.
    static func name(for template: NameTemplate) -> String {
        let digest = Hexadecimal.text(SHA256.hash(data: Data(template.text.utf8)).prefix(4))
        return ".formwright-batch-\(digest)"
    }

    /// Opens the journal of a batch, or begins one, and reads what an earlier run has left.
    ///
    /// - Parameter restart: removes what an earlier run has written, and begins anew.
    /// - Throws: `batch_changed` where the journal is that of another form or of other options; `input_unreadable` where
    ///   it cannot be read; `output_unwritable`.
    static func open(
        in folder: URL, template: NameTemplate, identity: Identity, restart: Bool
    ) throws(Failure) -> (journal: BatchJournal, past: Past) {
        do {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        } catch {
            throw Failure(.outputUnwritable, "The folder \(folder.path) cannot be made.", underlying: "\(error)")
        }
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
            throw Failure(.outputUnwritable, "Another batch is writing to \(folder.path) under these names.")
        }
        do throws(Failure) {
            var past = try journal.read(identity, restart: restart)
            if restart {
                for entry in past.entries.values where journal.holds(entry, isSynced: false) {
                    if let file = entry.file { unlink(journal.path(of: file)) }
                }
                // Files must not outlive the lines that tell whose they are.
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

    /// Lets others have the journal. What still holds this object, or a child process that is just starting and has its
    /// descriptors, would keep them out otherwise.
    func release() { file.unlock() }

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
            // Taken for an empty one, it would be cut off below, and what is done be lost.
            throw Failure(
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
                    throw Failure(
                        .batchChanged,
                        "The form, its fields or the options are not those that the earlier files in \(folder) "
                            + "were made with.")
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

    /// `URL.appendingPathComponent` asks the file system whether there is a folder of that name, which for each file is
    /// a wait for those who make files in the same folder.
    private func path(of file: String) -> String { "\(folder)/\(file)" }

    /// Whether the file of a row is there, whole.
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

    /// Notes that a row has failed.
    func failed(_ entry: Entry) throws(Failure) {
        _ = try append(entry, waiting: nil)
    }

    /// Notes a row and writes its file, which gets its name with the next group; nothing is replaced.
    ///
    /// - Parameter placed: is called if nothing is thrown, before `finish` returns, unless that throws.
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

    /// Brings everything to the disk, gives the files their names and says so in the journal.
    ///
    /// - Throws: `output_unwritable` or `disk_full`, also where something that was written before was lost.
    func finish() throws(Failure) {
        let result: Result<Void, Failure> = syncing.sync {
            do throws(Failure) {
                try sync()
                // The names, too.
                return .success(try bringToDisk())
            } catch {
                state.withLock { $0.waiting = [] }
                // They may be whole in memory and not on the disk: the next run must not take them over.
                removeLeftovers()
                return .failure(error)
            }
        }
        try result.get()
    }

    private func scheduleSync() {
        syncing.asyncAfter(deadline: .now() + Self.syncInterval / .seconds(1)) { [weak self] in
            guard let self else { return }
            // The next file or the end of the batch tells what went wrong.
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

    /// Gives a file its name.
    private func give(_ placement: Placement) -> Failure? {
        let target = path(of: placement.entry.file ?? "")
        let number = FileCalls.renameWithoutReplacing(placement.temporary, to: target)
        if number == 0 { return nil }
        unlink(placement.temporary)
        guard number == EEXIST else { return SystemCallError("rename", number).failure(writing: target) }
        // A run that was stopped may have come this far: the same bytes are the same result.
        return holds(placement.entry, isSynced: false) ? nil : Self.exists(target)
    }

    private static func exists(_ target: String) -> Failure {
        Failure(.outputExists, "There is a file \(target) already, which this batch has not written.")
    }

    /// Gives the files their names that a run which was killed has written and noted, as far as they are whole, and
    /// removes what it has left half done.
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

    /// Files that have not got their names, with their rows' numbers.
    private func leftovers() -> [(row: Int?, path: String)] {
        let prefix = name + "."
        return ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [])
            .filter { $0.hasPrefix(prefix) && $0.hasSuffix(".part") }
            .map { (Int($0.dropFirst(prefix.count).dropLast(5)), path(of: $0)) }
    }

    /// Whether a sync must be scheduled.
    private func append(_ entry: Entry, waiting placement: Placement?) throws(Failure) -> Bool {
        let bytes = try Self.encoded(entry)
        // Places in the file and places in the count must agree.
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

    /// One at a time. The next line must not be written behind half of one.
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

    /// Lower-case hexadecimal SHA-256.
    static func digest(_ data: Data) -> String { Hexadecimal.text(SHA256.hash(data: data)) }
}
