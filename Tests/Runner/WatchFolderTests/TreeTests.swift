import DroppedArchive
import FailureModel
import Files
import Foundation
import Pipeline
import PipelineTestSupport
import Synchronization
import Testing
import WatchFolder
import WatchFolderTestSupport

@Suite("A watched folder of folders", .timeLimit(.minutes(HarnessProgram.isFull ? 240 : 30))) struct TreeTests {
    private typealias Summary = FolderWatcher.Summary

    private func pages(_ bench: Bench, _ texts: [String: String]) throws {
        try pages(bench, "trip.binder", texts)
    }

    private func pages(_ bench: Bench, _ name: String, _ texts: [String: String]) throws {
        for (path, text) in texts { try bench.drop("\(name)/\(path)", text) }
    }

    private func documents(_ bench: Bench) async throws -> [String: Int] {
        let all = try await bench.client.store.documents(DocumentQuery(in: .all, limit: 100))
        return Dictionary(all.map { ($0.kind.text, 1) }, uniquingKeysWith: +)
    }

    private func names(in folder: URL) -> [String] {
        ((try? FileManager.default.subpathsOfDirectory(atPath: folder.path)) ?? []).sorted()
    }

    /// The original of the album that was made.
    private func manifest(_ bench: Bench) async throws -> [String] {
        let all = try await bench.client.store.documents(DocumentQuery(in: .all, limit: 100))
        let album = try #require(all.first { $0.kind == "album" })
        return String(decoding: try bench.client.artefacts.read(album.content), as: UTF8.self)
            .split(separator: "\n").map(String.init)
    }

    @Test("a folder becomes one whole with its files as parts, and goes to the archive as it is")
    func folder() async throws {
        let bench = try Bench(treesOf: "ada")
        try pages(
            bench, ["1.txt": "sea", "day/2.txt": "salt", ".DS_Store": "x", "__MACOSX/._1": "x", "Thumbs.db": "x"])
        #expect(try await bench.work(by: Binder()) == Summary(done: 1))
        #expect(try bench.files(\.outbox) == ["trip.print.txt": "SALT SEA", "trip.count.txt": "2"])
        #expect(
            names(in: bench.rule.archive) == [
                "trip.binder", "trip.binder/.DS_Store", "trip.binder/1.txt", "trip.binder/Thumbs.db",
                "trip.binder/__MACOSX", "trip.binder/__MACOSX/._1", "trip.binder/day", "trip.binder/day/2.txt",
            ])
        #expect(try bench.files(\.inbox).isEmpty && bench.openDrops().isEmpty)
        #expect(try await documents(bench) == ["album": 1, "page": 2])
    }

    @Test("the same folder again joins the documents that exist, and known bytes are not analysed again")
    func again() async throws {
        let bench = try Bench(treesOf: "ada")
        for _ in 0..<2 {
            try pages(bench, ["1.txt": "sea", "2.txt": "salt", "3.txt": "sea"])
            try await bench.work(by: Binder())
        }
        #expect(try await documents(bench) == ["album": 1, "page": 2])
        try pages(bench, ["1.txt": "sea", "2.txt": "wind"])
        try await bench.work(by: Binder())
        #expect(try await documents(bench) == ["album": 2, "page": 3])
        #expect(
            try bench.files(\.outbox).filter { $0.key.hasSuffix("print.txt") } == [
                "trip.print.txt": "SALT SEA", "trip-2.print.txt": "SALT SEA", "trip-3.print.txt": "SEA WIND",
            ])
        #expect(try bench.files(\.archive).keys.sorted() == ["trip-2.binder", "trip-3.binder", "trip.binder"])
    }

    @Test("a file that failed because of the machine is tried again with its folder, and the whole is made with it")
    func machine() async throws {
        let reader = UnreliableReader(failing: "salt", with: "stage_crashed")
        let bench = try Bench(treesOf: "ada", pages: reader.kind)
        func drop() async throws {
            try pages(bench, ["1.txt": "sea", "2.txt": "salt"])
            #expect(try await bench.work(by: Binder()) == Summary(done: 1))
        }
        try await drop()
        try await drop()
        // It fails again, so that nothing else is made of the same files.
        #expect(reader.attempts == ["sea": 1, "salt": 2])
        #expect(try await documents(bench) == ["album": 1, "page": 2])
        reader.recover()
        try await drop()
        try await drop()
        #expect(reader.attempts == ["sea": 1, "salt": 3])
        #expect(try await documents(bench) == ["album": 2, "page": 2])
        // Editions are made of the newest one.
        try bench.drop("trip.paper", "silk")
        #expect(try await bench.work(by: Binder()) == Summary(done: 1))
        #expect(
            try bench.files(\.outbox).filter { $0.key.hasSuffix("print.txt") } == [
                "trip.print.txt": "SEA", "trip-2.print.txt": "SEA", "trip-3.print.txt": "SALT SEA",
                "trip-4.print.txt": "SALT SEA", "trip-5.print.txt": "SALT SEA ON silk",
            ])
    }

    @Test("another folder with a file that became usable is made again as well")
    func shared() async throws {
        let reader = UnreliableReader(failing: "salt", with: "stage_timed_out")
        let bench = try Bench(treesOf: "ada", pages: reader.kind)
        for isWell in [false, true] {
            if isWell { reader.recover() }
            for name in ["trip.binder", "walk.binder"] {
                try pages(bench, name, [name: "sea", "2.txt": "salt"])
                try await bench.work(by: Binder())
            }
        }
        #expect(reader.attempts == ["sea": 1, "salt": 3])
        #expect(
            try bench.files(\.outbox).filter { $0.key.hasSuffix("print.txt") } == [
                "trip.print.txt": "SEA", "trip-2.print.txt": "SALT SEA", "walk.print.txt": "SEA",
                "walk-2.print.txt": "SALT SEA",
            ])
    }

    @Test("a file at fault itself is not tried again, nor is any by a repetition of the same drop")
    func notAgain() async throws {
        let damaged = UnreliableReader(failing: "salt", with: "damaged_document")
        let bench = try Bench(treesOf: "ada", pages: damaged.kind)
        for _ in 0..<2 {
            try pages(bench, ["1.txt": "sea", "2.txt": "salt"])
            try await bench.work(by: Binder())
        }
        #expect(damaged.attempts == ["sea": 1, "salt": 1])

        let crashing = UnreliableReader(failing: "salt", with: "stage_crashed")
        let other = try Bench(treesOf: "ada", pages: crashing.kind)
        try pages(other, ["1.txt": "sea", "2.txt": "salt"])
        let isFirst = Mutex(true)
        let files = HookedFiles { operation in
            // The delivery of the results fails once, after everything has been analysed.
            guard operation.call == "write", operation.path.contains("/outbox/.formwright-") else { return }
            let isNow = isFirst.withLock { isFirst in
                defer { isFirst = false }
                return isFirst
            }
            if isNow { throw SystemCallError(call: "write", path: operation.path, number: EIO) }
        }
        #expect(try await other.work(files, by: Binder()) == Summary(done: 1))
        #expect(crashing.attempts == ["sea": 1, "salt": 1])
    }

    @Test("inputs go with their folder, wait for it, and fill it again later")
    func editions() async throws {
        let bench = try Bench(treesOf: "ada")
        try bench.drop("trip.paper", "silk")
        #expect(try await bench.work(by: Binder()) == Summary())
        try pages(bench, ["1.txt": "sea"])
        #expect(try await bench.work(by: Binder()) == Summary(done: 1))
        #expect(try bench.files(\.outbox)["trip.print.txt"] == "SEA ON silk")
        try bench.drop("trip.paper", "card")
        #expect(try await bench.work(by: Binder()) == Summary(done: 1))
        #expect(try bench.files(\.outbox)["trip-2.print.txt"] == "SEA ON card")
        #expect(try bench.files(\.archive).keys.sorted() == ["trip-2.paper", "trip.binder", "trip.paper"])
        // A newer folder of the name replaces the older one.
        try pages(bench, ["1.txt": "hill"])
        try await bench.work(by: Binder())
        try bench.drop("trip.paper", "wood")
        try bench.drop("other.paper", "wood")
        try await bench.work(by: Binder())
        #expect(try bench.files(\.outbox)["trip-4.print.txt"] == "HILL ON wood")
        #expect(try bench.files(\.inbox).keys.sorted() == ["other.paper"])
        try bench.drop("trip.paper", "?")
        #expect(try await bench.work(by: Binder()) == Summary(failed: 1))
        #expect(try bench.files(\.failed)["trip.error.json"]?.contains("illegible") == true)
    }

    @Test("a folder and inputs of a stem wait until an earlier folder of that stem has ended")
    func order() async throws {
        let bench = try Bench(treesOf: "ada")
        try pages(bench, ["1.txt": "sea"])
        for paper in ["silk", "card"] {
            try bench.drop(paper == "silk" ? "trip.paper" : "trip.more.paper", paper)
        }
        let isFirst = Mutex(true)
        let files = HookedFiles { operation in
            // The newer folder appears while the older one is being worked on.
            guard operation.call == "read", operation.path.hasSuffix("/1.txt") else { return }
            let isNow = isFirst.withLock { isFirst in
                defer { isFirst = false }
                return isFirst
            }
            if isNow {
                try pages(bench, ["1.txt": "hill"])
                try bench.drop("trip.paper", "wood")
            }
        }
        #expect(try await bench.work(files, by: Binder()) == Summary(done: 2))
        let results = try bench.files(\.outbox).filter { $0.key.hasSuffix("print.txt") }
        #expect(results == ["trip.print.txt": "SEA ON silk", "trip-2.print.txt": "HILL ON wood"])
        #expect(try bench.files(\.inbox).keys.sorted() == ["trip.more.paper"])
    }

    @Test("links, pipes, names that are not UTF-8 and large files fail alone, and nothing is followed or waited for")
    func special() async throws {
        let bench = try Bench(treesOf: "ada")
        try pages(bench, ["1.txt": "sea", "large.txt": String(repeating: "x", count: 1_001), "empty.txt": ""])
        try Data("secret".utf8).write(to: URL(fileURLWithPath: bench.folder.path + "/secret.txt"))
        let root = bench.rule.inbox.path + "/trip.binder"
        #expect(symlink("../../secret.txt", root + "/link.txt") == 0)
        #expect(symlink("../..", root + "/folder") == 0)
        #expect(mkfifo(root + "/pipe.txt", 0o600) == 0)
        let bad = Array(root.utf8CString.dropLast()) + [0x2F, 0x62, -1, 0]
        #expect(mkdir(bad, 0o700) == 0)
        try await bench.work(by: Binder())
        let (page, lines) = (ContentID(of: Data("sea".utf8)).hex, try await manifest(bench))
        #expect(
            lines == [
                "1.txt \(page)", "b%FF input_unreadable", "empty.txt input_empty", "folder input_unreadable",
                "large.txt input_too_large", "link.txt input_unreadable", "pipe.txt input_unreadable",
            ])
        #expect(try await documents(bench) == ["album": 1, "page": 1])
        #expect(try bench.files(\.outbox)["trip.print.txt"] == "SEA")
    }

    @Test("a folder without anything usable, or too large, goes to failed and leaves nothing in the store")
    func refused() async throws {
        let bench = try Bench(treesOf: "ada")
        try pages(bench, "empty.binder", ["1.txt": ""])
        try pages(bench, "deep.binder", ["a/b/c/d.txt": "x"])
        try pages(bench, "many.binder", Dictionary(uniqueKeysWithValues: (0..<21).map { ("\($0).txt", "x") }))
        try pages(
            bench, "large.binder",
            Dictionary(uniqueKeysWithValues: (0..<5).map { ("\($0).txt", String(repeating: "\($0)", count: 900)) }))
        try pages(bench, "nine.binder", Dictionary(uniqueKeysWithValues: (0..<9).map { ("\($0).txt", "x") }))
        #expect(try await bench.work(by: Binder()) == Summary(failed: 5))
        let failed = try bench.files(\.failed)
        func report(_ name: String, _ words: String...) -> Bool {
            words.allSatisfy { failed["\(name).error.json"]?.contains($0) == true }
        }
        #expect(report("empty", "no_content") && report("deep", "too_many_inputs", "levels of folders: a"))
        #expect(report("many", "too_many_inputs", "21 entries") && report("large", "input_too_large"))
        #expect(report("nine", "too_many_inputs", "9 pages"))
        #expect(failed.count == 10 && failed["many.binder"] != nil)
        #expect(try await documents(bench).isEmpty)
        let stored = names(in: URL(fileURLWithPath: bench.folder.path + "/artefacts/objects"))
        #expect(stored.allSatisfy { !$0.contains("/") })
    }

    @Test("30,000 entries are refused with their count")
    func thirtyThousand() async throws {
        let bench = try Bench(treesOf: "ada")
        let root = bench.rule.inbox.path + "/big.binder"
        try FileManager.default.createDirectory(atPath: root, withIntermediateDirectories: true)
        for number in 0..<30_000 { close(creat("\(root)/\(number)", 0o600)) }
        var binder = Binder()
        binder.limits = DroppedLimits()
        #expect(try await bench.work(by: binder) == Summary(failed: 1))
        #expect(try bench.files(\.failed)["big.error.json"]?.contains("30000 entries") == true)
    }

    @Test("other folders are left alone, and files that are no part of any folder fail")
    func others() async throws {
        let bench = try Bench(treesOf: "ada")
        try pages(bench, "misc", ["1.txt": "x"])
        try bench.drop("loose.txt", "x")
        #expect(try await bench.work(by: Binder()) == Summary(failed: 1))
        #expect(try bench.files(\.failed)["loose.txt.error.json"]?.contains("unsupported_type") == true)
        #expect(names(in: bench.rule.inbox).contains("misc/1.txt"))
    }

    // MARK: Complete or not

    @Test("a folder that grows is taken when it has stood still, as a whole")
    func growing() async throws {
        let bench = try Bench(treesOf: "ada")
        var binder = Binder()
        binder.settle = .seconds(600)
        try pages(bench, ["1.txt": "a"])
        // Time passes between the changes, but too little for the folder to settle; afterwards it passes with every look.
        let time = Mutex((ahead: Duration.zero, isWritten: false))
        let writer = Task {
            for number in 2...5 {
                try await Task.sleep(for: .milliseconds(100))
                try pages(bench, ["d\(number)/\(number).txt": "x\(number)"])
                time.withLock { $0.ahead += .seconds(240) }
            }
            time.withLock { $0.isWritten = true }
        }
        let clock = ShortSleepClock {
            time.withLock { time in
                if time.isWritten { time.ahead += .seconds(60) }
                return time.ahead
            }
        }
        try await bench.work(by: binder, clock: clock)
        try await writer.value
        #expect(try bench.files(\.outbox)["trip.count.txt"] == "5")
    }

    @Test("a folder with a file that is open for writing waits, wherever the file is")
    func writers() async throws {
        let bench = try Bench(treesOf: "ada")
        try pages(bench, ["day/1.txt": "sea"])
        let file = open(bench.rule.inbox.path + "/trip.binder/day/1.txt", O_WRONLY | O_APPEND)
        let isOver = Atomic(false)
        let writer = Task.detached {
            try await Task.sleep(for: .milliseconds(300))
            _ = write(file, " and salt", 9)
            isOver.store(true, ordering: .sequentiallyConsistent)
            close(file)
        }
        try await bench.work(by: Binder())
        let wasWritten = isOver.load(ordering: .sequentiallyConsistent)
        #expect(wasWritten)
        try await writer.value
        #expect(try bench.files(\.outbox)["trip.print.txt"] == "SEA AND SALT")
    }

    @Test("a folder that changes between the look and the rename goes back and is taken later")
    func changedMeanwhile() async throws {
        let bench = try Bench(treesOf: "ada")
        try pages(bench, ["1.txt": "sea"])
        let count = Mutex(0)
        let files = HookedFiles { operation in
            guard operation.call == "rename", operation.path.hasSuffix("/inbox/trip.binder") else { return }
            let isFirst = count.withLock { count in
                count += 1
                return count == 1
            }
            if isFirst { try Data("salt".utf8).write(to: URL(fileURLWithPath: operation.path + "/2.txt")) }
        }
        #expect(try await bench.work(files, by: Binder()) == Summary(done: 1))
        #expect(count.withLock { $0 } == 2)
        #expect(try bench.files(\.outbox)["trip.print.txt"] == "SALT SEA")
    }

    @Test(
        "a name that says unfinished makes the folder wait, and is left out once it has stood still for ten minutes",
        arguments: ["2.txt.part", "2.txt.crdownload", ".2.txt.Zt4Qm1", "2.txt.tmp"])
    func unfinished(name: String) async throws {
        let bench = try Bench(treesOf: "ada")
        try pages(bench, ["1.txt": "sea", name: "half"])
        #expect(try await bench.work(by: Binder()) == Summary())
        #expect(names(in: bench.rule.inbox).contains("trip.binder/\(name)"))
        #expect(
            try await bench.work(by: Binder(), clock: ShortSleepClock(ahead: { .seconds(601) })) == Summary(done: 1))
        #expect(try bench.files(\.outbox)["trip.print.txt"] == "SEA")
        #expect(try await manifest(bench).contains("\(name) input_unreadable"))
    }

    @Test("a folder that is no longer unfinished is taken at once")
    func finished() async throws {
        let bench = try Bench(treesOf: "ada")
        try pages(bench, ["1.txt.part": "sea"])
        try await bench.work(by: Binder())
        let root = bench.rule.inbox.path + "/trip.binder/"
        #expect(rename(root + "1.txt.part", root + "1.txt") == 0)
        #expect(try await bench.work(by: Binder()) == Summary(done: 1))
    }

    @Test(
        "a folder that cannot be renamed stays, and does not keep a single run from ending",
        arguments: [EXDEV, EACCES, EBUSY])
    func immovable(number: Int32) async throws {
        let bench = try Bench(treesOf: "ada")
        try pages(bench, ["1.txt": "sea"])
        let tries = Mutex(0)
        let files = HookedFiles { operation in
            guard operation.call == "rename", operation.path.hasSuffix("/inbox/trip.binder") else { return }
            tries.withLock { $0 += 1 }
            throw SystemCallError(call: "rename", path: operation.path, number: number)
        }
        #expect(try await bench.work(files, by: Binder()) == Summary())
        #expect(tries.withLock { $0 } == 1 && bench.openDrops().isEmpty)
        #expect(names(in: bench.rule.inbox).contains("trip.binder/1.txt"))
    }

    @Test("an archive folder on another file system receives a whole copy before the folder is removed")
    func otherFileSystem() async throws {
        let bench = try Bench(treesOf: "ada")
        try pages(bench, ["1.txt": "sea", "day/2.txt": "salt"])
        #expect(symlink("1.txt", bench.rule.inbox.path + "/trip.binder/day/link") == 0)
        let files = HookedFiles { operation in
            guard operation.call == "rename", operation.path.contains("/drops/"), operation.path.hasSuffix("/original")
            else { return }
            throw SystemCallError(call: "rename", path: operation.path, number: EXDEV)
        }
        try await bench.work(files, by: Binder())
        #expect(
            names(in: bench.rule.archive) == [
                "trip.binder", "trip.binder/1.txt", "trip.binder/day", "trip.binder/day/2.txt", "trip.binder/day/link",
            ])
        #expect(bench.openDrops().isEmpty)
    }

    // MARK: Archives

    @Test("an archive becomes the same whole as its folder, and its own document is removed")
    func archive() async throws {
        let bench = try Bench(treesOf: "ada")
        try pages(bench, ["1.txt": "sea", "day/2.txt": "salt"])
        try await bench.work(by: Binder())
        let zip = HostileZip([("trip/1.txt", "sea"), ("trip/day/2.txt", "salt"), ("__MACOSX/trip/._1.txt", "x")])
        try zip.data.write(to: bench.rule.inbox.appendingPathComponent("trip.binder.zip"))
        #expect(try await bench.work(by: Binder()) == Summary(done: 1))
        #expect(try bench.files(\.outbox)["trip-2.print.txt"] == "SALT SEA")
        #expect(try await documents(bench) == ["album": 1, "page": 2])
        #expect(try bench.files(\.archive).keys.sorted() == ["trip.binder", "trip.binder.zip"])
    }

    @Test("an archive that is refused goes to failed with its code, and leaves no document")
    func badArchives() async throws {
        let bench = try Bench(treesOf: "ada")
        func drop(_ name: String, _ bytes: Data) throws { try bench.drop(name + ".binder.zip", bytes) }
        let good = HostileZip([("1.txt", "sea")])
        try drop("slip", HostileZip([("1.txt", "sea"), ("../2.txt", "salt")]).data)
        try drop("cut", good.data.dropLast(10))
        try drop("text", Data("this is a text that says it is an archive".utf8))
        try drop("none", Data())
        try drop("many", HostileZip((0..<21).map { ("\($0)", "x") }).data)
        #expect(try await bench.work(by: Binder()) == Summary(failed: 5))
        let failed = try bench.files(\.failed)
        for (name, code) in [
            ("slip", "unsafe_archive"), ("cut", "damaged_document"), ("text", "unsupported_type"),
            ("none", "input_empty"), ("many", "too_many_inputs"),
        ] {
            #expect(failed["\(name).error.json"]?.contains("\"\(code)\"") == true, "\(name)")
        }
        #expect(try await documents(bench).isEmpty)
    }

    // MARK: Faults

    private func faultBench() throws -> Bench {
        let bench = try Bench(treesOf: "ada")
        try pages(bench, ["1.txt": "sea", "day/2.txt": "salt", "paper": "silk", "?.txt": "?"])
        try bench.drop("trip.paper", "card")
        try HostileZip([("hill/1.txt", "grass")]).data.write(
            to: bench.rule.inbox.appendingPathComponent("hill.binder.zip"))
        try pages(bench, "none.binder", ["1.txt": ""])
        return bench
    }

    private func check(_ bench: Bench, _ what: String) async throws {
        #expect(try bench.files(\.inbox).isEmpty, "\(what)")
        #expect(bench.openDrops().isEmpty, "\(what)")
        #expect(
            try bench.files(\.outbox) == [
                "trip.print.txt": "SALT SEA ON card", "trip.count.txt": "4", "hill.print.txt": "GRASS",
                "hill.count.txt": "1",
            ], "\(what)")
        #expect(
            try bench.files(\.archive).keys.sorted() == ["hill.binder.zip", "trip.binder", "trip.paper"], "\(what)")
        #expect(
            names(in: bench.rule.archive.appendingPathComponent("trip.binder")) == [
                "1.txt", "?.txt", "day", "day/2.txt", "paper",
            ], "\(what)")
        #expect(try bench.files(\.failed).keys.sorted() == ["none.binder", "none.error.json"], "\(what)")
        #expect(try await documents(bench) == ["album": 2, "page": 4], "\(what)")
    }

    @Test(
        "wherever a fault happens, every folder is in one place, whole, and every result exists once",
        arguments: FaultTests.Fault.allCases)
    func faults(fault: FaultTests.Fault) async throws {
        let calm = FaultPoint()
        let untouched = try faultBench()
        try await untouched.work(calm.files, by: Binder())
        try await check(untouched, "no fault")
        let operations = calm.count
        #expect(operations > 90)
        for number in FaultSample.points(0...operations + 19, every: HarnessProgram.isFull ? 1 : 13) {
            let bench = try faultBench()
            let point = FaultPoint(fault, at: number)
            let work = Task { try await bench.work(point.files, by: Binder()) }
            point.onDeath { work.cancel() }
            _ = try? await work.value
            try await bench.work(by: Binder())
            try await check(bench, "\(fault) at operation \(number)")
        }
    }
}
