import Archive
import DroppedArchive
import FailureModel
import Foundation
import Pipeline
import PipelineTestSupport
import Testing

@Suite("Dropped archives", .timeLimit(.minutes(30))) struct UnpackTests {
    private static let small = DroppedLimits(entries: 50, depth: 2, byteCount: 2 << 20, fileSize: 1 << 20)

    private let pipeline: TestPipeline
    private var client: PipelineClient { pipeline.client }

    init() throws { pipeline = try TestPipeline([ArchiveKind(limits: Self.small)], settings: "runner: {workers: 1}") }

    /// Unpacks an archive by a runner.
    private func unpack(_ bytes: Data) async throws -> (document: Document, members: ArchiveMembers?) {
        try await pipeline.run { client in
            let id = try await client.importDocument(
                bytes, owner: .local, kind: "archive", fileName: "a.zip", mediaType: "application/zip"
            ).id
            _ = try await client.process(id, in: .all)
            let document = try await client.settled(id, in: .all)
            let published = try await client.store.artefacts(of: id, in: .all, fill: nil).map(\.artefact)
            guard let list = published.last(where: { $0.name == ArchiveMembers.artefact }) else {
                return (document, nil)
            }
            let members = try JSONDecoder().decode(
                ArchiveMembers.self, from: try client.artefacts.read(list.content))
            // Every member is held by an artefact, so that its bytes are not collected.
            #expect(
                Set(members.members.compactMap(\.content))
                    == Set(published.filter { $0.name.hasPrefix("member-") }.map(\.content)))
            return (document, members)
        }
    }

    private func code(_ bytes: Data) async throws -> String {
        let (document, members) = try await unpack(bytes)
        #expect(members == nil)
        return document.failure?.code.rawValue ?? document.state.rawValue
    }

    private func texts(_ members: ArchiveMembers?) throws -> [String: String] {
        var texts: [String: String] = [:]
        for member in members?.members ?? [] {
            texts[member.path] =
                try member.content.map {
                    String(decoding: try client.artefacts.read($0), as: UTF8.self)
                } ?? member.failure?.code.rawValue
        }
        return texts
    }

    @Test("members are stored with their paths, and what systems add is passed over")
    func members() async throws {
        let zip = HostileZip([
            "Ada/", "Ada/one.txt", "Ada/deep/two.txt", "Ada/.DS_Store", "__MACOSX/Ada/._one.txt", "Ada/Thumbs.db",
            "Ada/one.txt~", "$RECYCLE.BIN/x", "Ada/@eaDir/x",
            "Ada/half.jpg.part", "Ada/.big.mov.Zt4Qm1", "Ada/.git/x",
        ])
        let (document, members) = try await unpack(zip.data)
        #expect(document.state == .ready && members?.entryCount == 12)
        #expect(
            try texts(members) == [
                "one.txt": "text of Ada/one.txt", "deep/two.txt": "text of Ada/deep/two.txt",
                "half.jpg.part": "input_unreadable", ".big.mov.Zt4Qm1": "input_unreadable",
            ])
        #expect(members?.members.map(\.path) == ["one.txt", "deep/two.txt", "half.jpg.part", ".big.mov.Zt4Qm1"])
    }

    @Test("an archive of several folders or of loose files keeps its paths")
    func severalFolders() async throws {
        let loose = try texts(try await unpack(HostileZip(["a.txt", "b/c.txt"]).data).members)
        #expect(loose.keys.sorted() == ["a.txt", "b/c.txt"])
        let folders = try texts(try await unpack(HostileZip(["a/b.txt", "c/d.txt"]).data).members)
        #expect(folders.keys.sorted() == ["a/b.txt", "c/d.txt"])
        let one = try texts(try await unpack(HostileZip(["a"]).data).members)
        #expect(one.keys.sorted() == ["a"])
        #expect(try await unpack(HostileZip([String]()).data).members?.members.isEmpty == true)
    }

    @Test("the form for large files, and a comment, are read")
    func largeForm() async throws {
        var zip = HostileZip(["a.txt"])
        zip.isLarge = true
        zip.comment = Data("PK, said the zip".utf8)
        #expect(try texts(try await unpack(zip.data).members) == ["a.txt": "text of a.txt"])
    }

    @Test(
        "a name that leads out of the archive refuses all of it",
        arguments: [
            "/etc/passwd", "../a", "a/../../b", "a/../b", "a/.", "./../b", "a//b", "a\\b", "C:a", "a\u{1}b", "..", ".",
            "/",
        ])
    func names(name: String) async throws {
        #expect(try await code(HostileZip(["good.txt", name]).data) == "unsafe_archive")
    }

    @Test("names with the folder itself are those without it, and a refused name has its reason")
    func currentFolder() async throws {
        let zip = HostileZip(["./", "./Ada/", "./Ada/a.txt", "././Ada/deep/./b.txt"])
        #expect(
            try texts(try await unpack(zip.data).members) == [
                "a.txt": "text of ./Ada/a.txt", "deep/b.txt": "text of ././Ada/deep/./b.txt",
            ])
        #expect(try await code(HostileZip(["a/b.txt", "a/./b.txt"]).data) == "unsafe_archive")
        for (name, reason) in [
            ("a/../b", "has “..”"), ("/a", "begins with a slash"), ("a\\b", "a backslash"), ("C:a", "a drive letter"),
        ] {
            let message = try await unpack(HostileZip([name]).data).document.failure?.message
            #expect(message?.contains(reason) == true, "\(name)")
        }
    }

    @Test(
        "a name twice refuses all of it, also in another case or normal form",
        arguments: [
            ["a.txt", "a.txt"], ["a.txt", "A.TXT"], ["\u{E9}.txt", "e\u{301}.txt"], ["\u{C9}.txt", "e\u{301}.txt"],
            ["a/b", "a"], ["A/b", "a"], ["stra\u{DF}e/x", "STRA\u{DF}E/X"], ["a/", "a/"], ["a/", "a"],
            ["W/a.txt", "w/b.txt"], ["a/W/", "a/w/b"], ["\u{E9}/a", "e\u{301}/b"], ["x/A/1", "x/a/2"], ["W/", "w/a"],
        ])
    func twice(names: [String]) async throws {
        #expect(try await code(HostileZip(names).data) == "unsafe_archive")
    }

    @Test("a link, a device or a pipe refuses all of it", arguments: [0o120_777, 0o020_666, 0o010_644, 0o060_600])
    func specials(mode: UInt32) async throws {
        var zip = HostileZip(["good.txt", "x"])
        zip.entries[1].mode = mode
        #expect(try await code(zip.data) == "unsafe_archive")
    }

    @Test("members that share bytes refuse all of it")
    func overlap() async throws {
        var shared = HostileZip(["a", "a"])
        shared.entries[1].sharing = 0
        #expect(try await code(shared.data) == "unsafe_archive")
        // One member within the bytes of another.
        var inner = HostileZip(["b"]).data
        inner = inner.prefix(30 + 1 + 9)
        var nested = HostileZip([HostileZip.Entry("a", ""), HostileZip.Entry("b", "text of b")])
        nested.entries[0].bytes = inner
        var bytes = nested.data
        // The directory's record of b points into a.
        let place = try #require(bytes.range(of: Data([0x50, 0x4B, 0x01, 0x02]), options: .backwards))
        bytes.replaceSubrange(place.lowerBound + 42..<place.lowerBound + 46, with: [31, 0, 0, 0])
        #expect(try await code(bytes) == "unsafe_archive")
        var renamed = HostileZip(["a"])
        renamed.entries[0].localName = Array("b".utf8)
        #expect(try await code(renamed.data) == "unsafe_archive")
    }

    @Test("a password, a wrong checksum, a rare method and a cut have their codes")
    func damages() async throws {
        var locked = HostileZip(["a"])
        locked.entries[0].flags = 0x801
        #expect(try await code(locked.data) == "encrypted")
        var wrong = HostileZip(["a", "b"])
        wrong.entries[1].checksum = 1
        #expect(try await code(wrong.data) == "damaged_document")
        var rare = HostileZip(["a"])
        rare.entries[0].method = 12
        #expect(try await code(rare.data) == "unsupported_type")
        let whole = HostileZip(["a", "b"]).data
        for count in [whole.count - 1, whole.count / 2, 10] {
            #expect(try await code(whole.prefix(count)) == "damaged_document", "\(count)")
        }
        #expect(try await code(Data("not a zip, but long enough for one".utf8)) == "unsupported_type")
        #expect(try await code(whole + Data([0])) == "damaged_document")
    }

    @Test("more entries, levels or bytes than allowed are refused before anything is stored")
    func limits() async throws {
        let many = HostileZip((0..<51).map { "\($0).txt" })
        let (document, _) = try await unpack(many.data)
        #expect(document.failure?.code == "too_many_inputs" && document.failure?.message.contains("51") == true)
        let deep = try await unpack(HostileZip(["a/b/c/d.txt"]).data).document.failure
        #expect(deep?.code == "too_many_inputs" && deep?.message.hasSuffix("2 levels of folders: a/b/c") == true)
        #expect(try await code(HostileZip(["a/b/c/"]).data) == "too_many_inputs")
        #expect(try await unpack(HostileZip(["a/", "a/b/", "a/b/c.txt"]).data).document.state == .ready)
        let pages = (0..<3).map { HostileZip.Entry("\($0).txt", String(repeating: "x", count: 900_000)) }
        #expect(try await code(HostileZip(pages).data) == "input_too_large")
        var lying = HostileZip(["a"])
        lying.statedCount = 20
        #expect(try await code(lying.data) == "damaged_document")
    }

    @Test("30,000 members are refused by the count in the directory")
    func thirtyThousand() throws {
        let zip = HostileZip((0..<30_000).map { HostileZip.Entry("\($0)", "") }).data
        var reads = 0
        do {
            _ = try ZipDirectory(byteCount: Int64(zip.count), limits: DroppedLimits()) { range in
                reads += 1
                return zip[Int(range.lowerBound)..<Int(range.upperBound)]
            }
            Issue.record("it was accepted")
        } catch let failure as Failure {
            #expect(failure.code == "too_many_inputs" && failure.message.contains("30000"))
        }
        #expect(reads == 1)
    }

    @Test("a member that is too large, or whose name is not UTF-8, fails alone")
    func alone() async throws {
        var zip = HostileZip([
            HostileZip.Entry("large", String(repeating: "x", count: 1 << 20 + 1)), HostileZip.Entry("x"),
            HostileZip.Entry("good"),
        ])
        zip.entries[1].name = [0x62, 0xFF, 0x2E, 0x6A]
        #expect(
            try texts(try await unpack(zip.data).members) == [
                "large": "input_too_large", "b%FF.j": "input_unreadable", "good": "text",
            ])
    }

    @Test("a bomb ends at the limit, and one that lies about its size as damaged")
    func bomb() async throws {
        // `count` × 258 zeros and one more; `size` is what is stated.
        func bomb(_ count: Int, size: UInt32) -> HostileZip {
            var zip = HostileZip([HostileZip.Entry("zeros", "")])
            zip.entries[0].bytes = HostileZip.deflatedZeros(count)
            zip.entries[0].method = 8
            zip.entries[0].size = size
            zip.entries[0].checksum = HostileZip.checksum(Data(count: count * 258 + 1))
            return zip
        }
        #expect(try texts(try await unpack(bomb(4, size: 1_033).data).members)["zeros"]?.utf8.count == 1_033)
        var several = bomb(4_000, size: 1_032_001)
        several.entries += several.entries + several.entries
        for index in several.entries.indices { several.entries[index].name = Array("\(index)".utf8) }
        #expect(try await code(several.data) == "input_too_large")
        #expect(try await code(bomb(20_000, size: 100).data) == "damaged_document")
        #expect(try await code(bomb(20_000, size: 1 << 19).data) == "damaged_document")
    }

    @Test("no change of a byte crashes the reader, and what it accepts holds what it says")
    func fuzz() throws {
        var generator = SystemRandomNumberGenerator()
        var zip = HostileZip(["a/", "a/b.txt", "c.txt"])
        zip.isLarge = true
        for source in [zip.data, HostileZip(["a/", "a/b.txt", "c.txt"]).data] {
            for _ in 0..<4_000 {
                var bytes = source
                for _ in 0..<Int.random(in: 1...4, using: &generator) {
                    bytes[Int.random(in: 0..<bytes.count, using: &generator)] = UInt8.random(
                        in: 0...255, using: &generator)
                }
                if Bool.random(using: &generator) {
                    bytes = bytes.prefix(Int.random(in: 0...bytes.count, using: &generator))
                }
                let fixed = Data(bytes)
                do {
                    let directory = try ZipDirectory(byteCount: Int64(fixed.count), limits: Self.small) { range in
                        #expect(range.lowerBound >= 0 && range.upperBound <= fixed.count)
                        return fixed[Int(range.lowerBound)..<Int(range.upperBound)]
                    }
                    #expect(directory.entries.count <= 3)
                } catch is Failure {
                    // Refused.
                }
            }
        }
    }

    @Test("without libarchive an archive fails with the name of the package; an error of the system is tried again")
    func missing() {
        let missing = ArchiveError(.libraryMissing, "libarchive is not installed: the package libarchive13")
        #expect(missing.failureOfUnpacking?.code == "tool_missing")
        #expect(missing.failureOfUnpacking?.message.contains("the package libarchive13") == true)
        #expect(ArchiveError(.system, errorNumber: EIO, "").failureOfUnpacking == nil)
        #expect(ArchiveError(.damaged, "").failureOfUnpacking?.code == "damaged_document")
    }
}
