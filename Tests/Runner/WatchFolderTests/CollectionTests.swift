import FileCollections
import Files
import Foundation
import Pipeline
import PipelineTestSupport
import Synchronization
import Testing
import WatchFolder
import WatchFolderTestSupport

@Suite("A watched folder of collections", .timeLimit(.minutes(30))) struct CollectionTests {
    private func key(_ name: String, of owner: OwnerID = .local) throws -> CollectionKey {
        try CollectionKey(name, kind: "album", owner: owner)
    }

    @Test("files become one document, whose results are replaced when more files come")
    func growth() async throws {
        let bench = try Bench(albumsOf: "ada", settle: .milliseconds(300))
        try bench.drop("trip.1.page", "sea")
        try bench.drop("trip.2.page", "hill")
        try bench.drop("home.1.page", "door")
        #expect(try await bench.work() == FolderWatcher.Summary(done: 3))
        #expect(
            try bench.files(\.outbox) == [
                "trip.print.txt": "HILL SEA", "trip.count.txt": "2", "home.print.txt": "DOOR", "home.count.txt": "1",
            ])
        try bench.drop("trip.3.page", "lake")
        #expect(try await bench.work() == FolderWatcher.Summary(done: 1))
        #expect(
            try bench.files(\.outbox) == [
                "trip.print.txt": "HILL LAKE SEA", "trip.count.txt": "3", "home.print.txt": "DOOR",
                "home.count.txt": "1",
            ])
        #expect(try bench.files(\.archive).count == 4)
        #expect(try bench.files(\.failed).isEmpty && bench.files(\.inbox).isEmpty && bench.openDrops().isEmpty)
        let collections = try #require(bench.collections)
        #expect(try await collections.names(of: "album", owner: "ada").sorted() == ["home", "trip"])
        #expect(try await collections.files(of: key("trip", of: "ada")).count == 3)
    }

    @Test("a damaged file fails alone")
    func damaged() async throws {
        let bench = try Bench(albumsOf: .local, settle: .milliseconds(200))
        try bench.drop("trip.1.page", "sea")
        try bench.drop("trip.2.page", "?")
        try bench.drop("trip.3.page", "")
        try bench.drop("trip.4.page", "hill")
        try bench.drop("notes.txt", "of no album")
        #expect(try await bench.work() == FolderWatcher.Summary(done: 2, failed: 3))
        #expect(try bench.files(\.outbox)["trip.print.txt"] == "HILL SEA")
        let failed = try bench.files(\.failed)
        #expect(
            failed.keys.filter { !$0.hasSuffix(".error.json") }.sorted() == ["notes.txt", "trip.2.page", "trip.3.page"])
        let reports = failed.filter { $0.key.hasSuffix(".error.json") }
        #expect(reports.count == 3)
        #expect(failed["notes.txt.error.json"]?.contains("unsupported_type") == true)
        #expect(reports.values.contains { $0.contains("illegible") && $0.contains("\"stage\" : \"read\"") })
        #expect(reports.values.contains { $0.contains("input_empty") && $0.contains("trip.3.page") })
        #expect(try await bench.collections?.files(of: key("trip")).count == 2)
    }

    @Test("a collection that fails is reported, keeps its files, and is delivered once a file repairs it")
    func failure() async throws {
        let bench = try Bench(albumsOf: .local)
        try bench.drop("trip.1.page", "sea")
        try await bench.work()
        try bench.drop("trip.2.page", "torn")
        #expect(try await bench.work() == FolderWatcher.Summary(failed: 1))
        #expect(try bench.files(\.failed).keys.sorted() == ["trip.error.json"])
        #expect(try bench.files(\.failed)["trip.error.json"]?.contains("\"torn\"") == true)
        #expect(try bench.files(\.archive).keys.sorted() == ["trip.1.page", "trip.2.page"])
        #expect(try bench.files(\.outbox)["trip.print.txt"] == "SEA")
    }

    @Test("a later file of the same name adds to the collection, and leaves the report on an earlier one")
    func reports() async throws {
        let bench = try Bench(albumsOf: .local)
        try bench.drop("trip.1.page", "?")
        #expect(try await bench.work() == FolderWatcher.Summary(failed: 1))
        try bench.drop("trip.1.page", "sea")
        #expect(try await bench.work() == FolderWatcher.Summary(done: 1))
        let reports = try bench.files(\.failed).keys.filter { $0.hasSuffix(".error.json") }
        #expect(reports.count == 1)
    }

    @Test("a file that is dropped twice counts once, and its results are delivered again only if they are gone")
    func twice() async throws {
        let bench = try Bench(albumsOf: .local)
        try bench.drop("trip.1.page", "sea")
        try await bench.work()
        let path = bench.rule.outbox.path + "/trip.print.txt"
        let before = try LocalFileSystem().facts(path)
        try bench.drop("trip.1.page", "sea")
        #expect(try await bench.work() == FolderWatcher.Summary(done: 1))
        #expect(try bench.files(\.outbox) == ["trip.print.txt": "SEA", "trip.count.txt": "1"])
        #expect(try LocalFileSystem().facts(path) == before)
        #expect(try await bench.collections?.files(of: key("trip")).count == 1)
        try FileManager.default.removeItem(atPath: path)
        try bench.drop("trip.1.page", "sea")
        try await bench.work()
        #expect(try bench.files(\.outbox) == ["trip.print.txt": "SEA", "trip.count.txt": "1"])
    }

    @Test("results replace those that were delivered, but neither foreign nor changed files")
    func strangers() async throws {
        let bench = try Bench(albumsOf: .local)
        try FileManager.default.createDirectory(at: bench.rule.outbox, withIntermediateDirectories: true)
        let count = bench.rule.outbox.appendingPathComponent("trip.count.txt")
        try Data("mine".utf8).write(to: count)
        try bench.drop("trip.1.page", "sea")
        try await bench.work()
        var expected = ["trip.count.txt": "mine", "trip-2.print.txt": "SEA", "trip-2.count.txt": "1"]
        #expect(try bench.files(\.outbox) == expected)
        try bench.drop("trip.2.page", "hill")
        try await bench.work()
        expected["trip-2.print.txt"] = "HILL SEA"
        expected["trip-2.count.txt"] = "2"
        #expect(try bench.files(\.outbox) == expected)
        // Somebody writes on a result, and it is theirs from then on.
        let note = FileManager.default.contents(atPath: bench.rule.outbox.path + "/trip-2.print.txt") ?? Data()
        try (note + Data(" (seen)".utf8)).write(to: bench.rule.outbox.appendingPathComponent("trip-2.print.txt"))
        try FileManager.default.removeItem(at: count)
        try bench.drop("trip.3.page", "lake")
        try await bench.work()
        #expect(
            try bench.files(\.outbox) == [
                "trip-2.print.txt": "HILL SEA (seen)", "trip-2.count.txt": "2", "trip.print.txt": "HILL LAKE SEA",
                "trip.count.txt": "3",
            ])
    }

    @Test("a file that appears under a result's name at the last moment is not overwritten", arguments: [true, false])
    func lateStranger(isReplaced: Bool) async throws {
        let bench = try Bench(albumsOf: .local)
        if isReplaced {
            try bench.drop("trip.1.page", "sea")
            try await bench.work()
        }
        try bench.drop("trip.2.page", "hill")
        let stranger = bench.rule.outbox.appendingPathComponent("trip.print.txt")
        let isThere = Mutex(false)
        try await bench.work(
            HookedFiles { operation in
                let isFirst = isThere.withLock { isThere in
                    defer { if operation.target == stranger.path { isThere = true } }
                    return operation.target == stranger.path && !isThere
                }
                guard isFirst else { return }
                try Data("theirs".utf8).write(to: stranger)
            })
        #expect(isThere.withLock { $0 })
        let results = try bench.files(\.outbox)
        #expect(results["trip.print.txt"] == "theirs")
        #expect(results["trip-2.print.txt"] == (isReplaced ? "HILL SEA" : "HILL"))
        #expect(results.keys.allSatisfy { !$0.hasPrefix(".") }, "\(results)")
    }

    // The wait for files that are being read ends by the clock, so with one that stands still it would never end.
    @Test("a file whose addition cannot be noted at first does not wait for itself", .timeLimit(.minutes(30)))
    func unnotedAddition() async throws {
        let bench = try Bench(albumsOf: .local)
        try bench.drop("trip.1.page", "sea")
        let notes = Mutex(0)
        let files = HookedFiles { operation in
            guard operation.call == "write", operation.path.hasSuffix("/drop.json.tmp") else { return }
            // The first is of the claim.
            let isAddition = notes.withLock { notes in
                notes += 1
                return notes == 2
            }
            if isAddition { throw SystemCallError(call: "write", path: operation.path, number: ENOSPC) }
        }
        try await bench.work(files, clock: StoppedClock())
        #expect(notes.withLock { $0 } > 2)
        #expect(try bench.files(\.outbox)["trip.print.txt"] == "SEA")
    }

    @Test("where names cannot be exchanged, results are replaced by renaming")
    func noExchange() async throws {
        let bench = try Bench(albumsOf: .local)
        for (number, text) in ["sea", "hill"].enumerated() {
            try bench.drop("trip.\(number).page", text)
            try await bench.work(
                HookedFiles { operation in
                    guard operation.call == "exchange" else { return }
                    throw SystemCallError(call: "rename", path: operation.path, number: EINVAL)
                })
        }
        #expect(try bench.files(\.outbox) == ["trip.print.txt": "HILL SEA", "trip.count.txt": "2"])
    }

    @Test("a file waits for the one that it is read with, whatever the order", arguments: [true, false])
    func companions(keyFirst: Bool) async throws {
        let bench = try Bench(albumsOf: .local, settle: .milliseconds(100))
        let files = [("trip.key", "x"), ("trip.1.page", "#ray"), ("trip.2.page", "sea")]
        for (name, text) in keyFirst ? files : files.reversed() { try bench.drop(name, text) }
        try bench.drop("other.1.page", "#ray")
        #expect(try await bench.work() == FolderWatcher.Summary(done: 3, failed: 1))
        #expect(try bench.files(\.outbox)["trip.print.txt"] == "SEA XRAY")
        #expect(try bench.files(\.failed)["other.error.json"]?.contains("locked") == true)
    }

    @Test("two watchers share a folder, and a companion that one of them takes is waited for by the other")
    func twoWatchers() async throws {
        let bench = try Bench(albumsOf: "ada", settle: .milliseconds(100))
        try bench.drop("trip.key", "x")
        for number in 10..<50 { try bench.drop("trip.\(number).page", "#\(number)") }
        async let first = bench.work()
        async let second = bench.work()
        let (one, other) = try await (first, second)
        #expect(one.done + other.done == 41 && one.failed + other.failed == 0)
        let expected = (10..<50).map { "X\($0)" }.joined(separator: " ")
        #expect(try bench.files(\.outbox) == ["trip.print.txt": expected, "trip.count.txt": "40"])
        #expect(try bench.files(\.archive).count == 41)
    }

    @Test("a thousand files of one collection are all in its result")
    func manyFiles() async throws {
        let bench = try Bench(albumsOf: .local, settle: .milliseconds(500))
        for number in 1000..<2000 { try bench.drop("trip.\(number).page", "\(number)") }
        #expect(try await bench.work() == FolderWatcher.Summary(done: 1000))
        #expect(
            try bench.files(\.outbox) == [
                "trip.print.txt": (1000..<2000).map(String.init).joined(separator: " "), "trip.count.txt": "1000",
            ])
        #expect(try bench.files(\.archive).count == 1000)
        // Files that wait at the same time are added together.
        let albums = try await bench.client.store.count(DocumentQuery(in: .all, kind: "album"))
        #expect(albums < 500)
    }

    @Test("newer contents under the same name stay newer")
    func sameName() async throws {
        let bench = try Bench(albumsOf: .local)
        try bench.drop("trip.key", "a")
        try bench.drop("trip.1.page", "#ray")
        try await bench.work()
        #expect(try bench.files(\.outbox)["trip.print.txt"] == "ARAY")
        try bench.drop("trip.key", "b")
        try await bench.work()
        #expect(try bench.files(\.outbox)["trip.print.txt"] == "BRAY")
    }

    @Test(
        "hostile names harm nothing",
        arguments: ["..1.page", ".page", "a\nb.1.page", "表\u{301}.1.page", "-rf.1.page", "*.1.page"])
    func names(name: String) async throws {
        let bench = try Bench(albumsOf: .local)
        try bench.drop(name, "sea")
        try bench.drop(String(repeating: "x", count: 240) + ".1.page", "long")
        try bench.drop("good.1.page", "hill")
        let summary = try await bench.work()
        #expect(summary.done + summary.failed >= 2 && summary.unfinished == 0)
        #expect(try bench.files(\.outbox)["good.print.txt"] == "HILL")
        let failed = try bench.files(\.failed)
        #expect(failed.values.contains { $0.contains("collection_name_refused") })
        #expect(bench.openDrops().isEmpty)
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: bench.folder.path).filter {
                !$0.hasPrefix("pipeline") && !$0.hasPrefix("artefacts")
            }.sorted() == ["archive", "failed", "inbox", "outbox"])
    }

    @Test("other fills of the same document do not get into the outbox")
    func otherFills() async throws {
        let bench = try Bench(albumsOf: .local)
        try bench.drop("trip.1.page", "sea")
        let collections = try #require(bench.collections)
        let key = try key("trip")
        let outbox = bench.rule.outbox.path
        let work = Task { try await bench.work() }
        // As soon as there is a document, it is filled on other paper.
        while true {
            if let document = try? await collections.current(key), document.state == .ready || document.state == .filled
            {
                _ = try? await bench.client.fill(
                    document.id, in: .all,
                    inputs: [PipelineClient.Input(name: "paper", mediaType: "text/plain", bytes: Data("silk".utf8))])
                break
            }
            try await Task.sleep(for: .milliseconds(1))
        }
        #expect(try await work.value == FolderWatcher.Summary(done: 1))
        #expect(FileManager.default.contents(atPath: outbox + "/trip.print.txt") == Data("SEA".utf8))
    }

    @Test("a collection that is deleted while its files are processed leaves nothing open")
    func deletion() async throws {
        let bench = try Bench(albumsOf: .local, settle: .milliseconds(400))
        try bench.drop("trip.1.page", "sea")
        let work = Task { try await bench.work() }
        let collections = try #require(bench.collections)
        while (try? await collections.delete(key("trip"))) == nil { try await Task.sleep(for: .milliseconds(5)) }
        #expect(try await work.value == FolderWatcher.Summary(done: 1))
        #expect(bench.openDrops().isEmpty)
    }

    // MARK: Owners

    @Test("a file names the owner of the collection, with what is in it already")
    func namedOwner() async throws {
        let bench = try Bench(albumsOf: .local)
        try bench.drop("trip.1.page", "sea")
        try await bench.work()
        try bench.drop("trip.owner", "ada")
        let clock = RecordingClock()
        #expect(try await bench.work(clock: clock) == FolderWatcher.Summary(done: 1))
        // Nothing had to be tried again.
        #expect(clock.longestWait < .milliseconds(900))
        try bench.drop("trip.2.page", "hill")
        #expect(try await bench.work() == FolderWatcher.Summary(done: 1))
        #expect(try bench.files(\.outbox) == ["trip.print.txt": "HILL SEA", "trip.count.txt": "2"])
        let collections = try #require(bench.collections)
        #expect(try await collections.names(of: "album", owner: .local).isEmpty)
        #expect(try await collections.files(of: key("trip", of: "ada")).count == 3)
        #expect(try await bench.client.store.count(DocumentQuery(in: .owner(.local))) == 0)
        // A later file takes it from nobody.
        try bench.drop("trip.owner", "bob")
        #expect(try await bench.work() == FolderWatcher.Summary(failed: 1))
        #expect(try bench.files(\.failed)["trip.error.json"]?.contains("owner_differs") == true)
        #expect(try await collections.names(of: "album", owner: "bob").isEmpty)
    }

    @Test("results and error reports can be read by the user only")
    func permissions() async throws {
        let bench = try Bench(albumsOf: .local)
        try bench.drop("trip.1.page", "sea")
        try bench.drop("trip.2.page", "?")
        try await bench.work()
        for file in [bench.rule.outbox.path + "/trip.print.txt", bench.rule.failed.path + "/trip.error.json"] {
            let attributes = try FileManager.default.attributesOfItem(atPath: file)
            #expect(attributes[.posixPermissions] as? Int == 0o600, "\(file)")
        }
    }

    @Test("all files that are dropped together go to the named owner, who has an album of that name")
    func ownerWithAlbum() async throws {
        let bench = try Bench(albumsOf: .local, settle: .milliseconds(100))
        let collections = try #require(bench.collections)
        let content = try bench.client.artefacts.put(Data("lake".utf8))
        _ = try await collections.grow(
            key("trip", of: "ada"), of: AlbumKind(),
            by: [FileCollections.NewFile(content: content, byteCount: 4, name: "trip.0.page", mediaType: "text/plain")])
        for number in 1...8 { try bench.drop("trip.\(number).page", "\(number)") }
        try bench.drop("trip.owner", "ada")
        #expect(try await bench.work() == FolderWatcher.Summary(done: 9))
        #expect(try bench.files(\.outbox)["trip.print.txt"] == "1 2 3 4 5 6 7 8 LAKE")
        #expect(try await bench.client.store.count(DocumentQuery(in: .owner(.local))) == 0)
    }

    @Test("an owner whom nobody knows fails the file that names it")
    func unknownOwner() async throws {
        let bench = try Bench(albumsOf: .local, settle: .milliseconds(100))
        try bench.drop("trip.1.page", "sea")
        try bench.drop("trip.owner", "eve")
        #expect(try await bench.work() == FolderWatcher.Summary(done: 1, failed: 1))
        #expect(try bench.files(\.failed)["trip.error.json"]?.contains("user_unknown") == true)
        #expect(try bench.files(\.outbox)["trip.print.txt"] == "SEA")
        #expect(try await bench.collections?.names(of: "album", owner: .local) == ["trip"])
    }

    @Test("the owner of the folder counts more than the one whom a file names")
    func ownerOfFolder() async throws {
        let bench = try Bench(albumsOf: "bob")
        try bench.drop("trip.owner", "ada")
        try await bench.work()
        try bench.drop("trip.1.page", "sea")
        try await bench.work()
        #expect(try bench.files(\.outbox)["trip.print.txt"] == "SEA")
        #expect(try await bench.collections?.names(of: "album", owner: "bob") == ["trip"])
        #expect(try await bench.collections?.names(of: "album", owner: "ada").isEmpty == true)
    }
}

/// A clock like ``ShortSleepClock`` that records its longest wait.
private final class RecordingClock: PipelineClock {
    private let longest = Mutex(Duration.zero)

    var now: Timestamp { ShortSleepClock().now }
    var longestWait: Duration { longest.withLock { $0 } }

    func sleep(until moment: Timestamp) async throws {
        let wait = moment - now
        longest.withLock { $0 = max($0, wait) }
        try await ShortSleepClock().sleep(until: moment)
    }
}

/// A clock like ``ShortSleepClock`` whose time stands still.
private struct StoppedClock: PipelineClock {
    let now = ShortSleepClock().now

    func sleep(until moment: Timestamp) async throws {
        try await ShortSleepClock().sleep(until: ShortSleepClock().now + (moment - now))
    }
}
