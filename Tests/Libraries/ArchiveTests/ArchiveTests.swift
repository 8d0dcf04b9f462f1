import Archive
import Foundation
import TestSupport
import TestTraits
import Testing

@Suite("Archives", .blocking) struct ArchiveTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// Writes an archive and returns its file.
    private func archive(
        _ entries: [(name: String, bytes: Data)], _ format: ArchiveWriter.Format, modified: Date? = nil
    ) throws -> URL {
        let url = folder.file(UUID().uuidString)
        let descriptor = open(url.path, O_WRONLY | O_CREAT | O_EXCL, 0o600)
        defer { close(descriptor) }
        let writer = try ArchiveWriter(descriptor: descriptor, format: format)
        for entry in entries {
            try writer.add(name: entry.name, byteCount: Int64(entry.bytes.count), modified: modified)
            // In pieces, as bytes arrive from a store.
            for start in stride(from: 0, to: entry.bytes.count, by: 70_000) {
                try writer.write(entry.bytes[start..<min(start + 70_000, entry.bytes.count)])
            }
        }
        try writer.finish()
        return url
    }

    private static let entries: [(name: String, bytes: Data)] = [
        ("rows/1.pdf", Data((0..<200_000).map { UInt8(truncatingIfNeeded: $0 &* $0 >> 7) })),
        ("rows/Zoë Müller – 名前.pdf", Data("%PDF-1.7".utf8)),
        ("\(String(repeating: "long/", count: 40))empty", Data()),
    ]

    private func read(_ url: URL) throws -> [(name: String, bytes: Data)] {
        let descriptor = open(url.path, O_RDONLY)
        defer { close(descriptor) }
        let reader = try ArchiveReader(descriptor: descriptor)
        var found: [(name: String, bytes: Data)] = []
        while let entry = try reader.next() {
            var bytes = Data()
            while case let piece = try reader.read(upTo: 9_000), !piece.isEmpty { bytes += piece }
            found.append((entry.name, bytes))
        }
        return found
    }

    @Test("Python reads every entry of a ZIP, with names in any script")
    func zipForOthers() throws {
        let url = try archive(Self.entries, .zip)
        let listing = try Program.run(
            "/usr/bin/python3",
            [
                "-c",
                """
                import hashlib, json, sys, zipfile
                z = zipfile.ZipFile(sys.argv[1])
                assert z.testzip() is None
                print(json.dumps([[i.filename, i.file_size, hashlib.sha256(z.read(i)).hexdigest(), i.date_time[0]]
                    for i in z.infolist()]))
                """, url.path,
            ])
        struct Row: Decodable, Equatable {
            let name: String
            let size: Int
            let digest: String
            let year: Int
            init(from decoder: any Decoder) throws {
                var container = try decoder.unkeyedContainer()
                name = try container.decode(String.self)
                size = try container.decode(Int.self)
                digest = try container.decode(String.self)
                year = try container.decode(Int.self)
            }
        }
        let rows = try JSONDecoder().decode([Row].self, from: listing)
        #expect(rows.map(\.name) == Self.entries.map(\.name))
        #expect(rows.map(\.size) == Self.entries.map(\.bytes.count))
        #expect(rows.map(\.year) == [1980, 1980, 1980])
        let digests = try Self.entries.map { entry in
            let file = try folder.write(entry.bytes, "entry")
            return String(decoding: try Program.run("sha256sum", [file.path]).prefix(64), as: UTF8.self)
        }
        #expect(rows.map(\.digest) == digests)
        #expect(try Data(contentsOf: url).count < 200_000, "entries are compressed")
    }

    @Test("tar lists the entries of a tar, and they are read back as written")
    func tarRoundTrip() throws {
        let url = try archive(Self.entries, .tar)
        let listing = try Program.run("tar", ["--quoting-style=literal", "-tf", url.path])
        #expect(
            String(decoding: listing, as: UTF8.self).split(separator: "\n").map(String.init) == Self.entries.map(\.name)
        )
        let found = try read(url)
        #expect(found.map(\.name) == Self.entries.map(\.name))
        #expect(found.map(\.bytes) == Self.entries.map(\.bytes))
    }

    @Test("the same entries give the same bytes", arguments: [ArchiveWriter.Format.zip, .tar])
    func deterministic(_ format: ArchiveWriter.Format) throws {
        let first = try Data(contentsOf: archive(Self.entries, format))
        #expect(try Data(contentsOf: archive(Self.entries, format)) == first)
        let date = Date(timeIntervalSince1970: 1_700_000_000)
        let dated = try Data(contentsOf: archive(Self.entries, format, modified: date))
        #expect(dated != first)
        #expect(try Data(contentsOf: archive(Self.entries, format, modified: date)) == dated)
    }

    @Test("an entry must have the size that was declared")
    func wrongSize() throws {
        let descriptor = open("/dev/null", O_WRONLY)
        defer { close(descriptor) }
        let writer = try ArchiveWriter(descriptor: descriptor, format: .zip)
        try writer.add(name: "a", byteCount: 3)
        #expect { try writer.write(Data(count: 4)) } throws: { ($0 as? ArchiveError)?.code == .wrongByteCount }
        try writer.write(Data(count: 2))
        #expect { try writer.add(name: "b", byteCount: 0) } throws: { ($0 as? ArchiveError)?.code == .wrongByteCount }
        #expect { try writer.finish() } throws: { ($0 as? ArchiveError)?.code == .wrongByteCount }
    }

    @Test(
        "a name that leads out of the folder is neither written nor read",
        arguments: ["/etc/passwd", "../a", "a/../../b", "", "a//b", "./a", "a\0b"])
    func unsafeNames(_ name: String) throws {
        #expect { try archive([(name, Data())], .tar) } throws: { ($0 as? ArchiveError)?.code == .unsafeName }
        guard !name.isEmpty, !name.contains("\0") else { return }
        let url = folder.file("hostile.tar")
        try Program.run(
            "/usr/bin/python3",
            [
                "-c", "import tarfile, sys; tarfile.open(sys.argv[1], 'w').addfile(tarfile.TarInfo(sys.argv[2]))",
                url.path, name,
            ])
        #expect { try read(url) } throws: { ($0 as? ArchiveError)?.code == .unsafeName }
    }

    @Test(
        "links, folders and devices are refused", arguments: ["SYMTYPE", "LNKTYPE", "DIRTYPE", "CHRTYPE", "FIFOTYPE"])
    func otherEntries(_ type: String) throws {
        let url = folder.file("hostile.tar")
        try Program.run(
            "/usr/bin/python3",
            [
                "-c",
                """
                import sys, tarfile
                entry = tarfile.TarInfo("a")
                entry.type, entry.linkname = getattr(tarfile, sys.argv[2]), "/etc/passwd"
                tarfile.open(sys.argv[1], "w").addfile(entry)
                """, url.path, type,
            ])
        #expect { try read(url) } throws: { ($0 as? ArchiveError)?.code == .notAFile }
    }

    @Test(
        "a sparse file is refused, however large it says it is",
        arguments: [
            ["GNU.sparse.size": "214748364800", "GNU.sparse.numblocks": "1", "GNU.sparse.map": "214748364799,1"],
            ["GNU.sparse.size": "9000", "GNU.sparse.numblocks": "1", "GNU.sparse.map": "214748364799,1"],
            ["GNU.sparse.size": "9000", "GNU.sparse.numblocks": "2", "GNU.sparse.map": "0,1,8999,1"],
        ])
    func sparse(_ headers: [String: String]) throws {
        let url = folder.file("hostile.tar")
        try Program.run(
            "/usr/bin/python3",
            [
                "-c",
                """
                import io, json, sys, tarfile
                entry = tarfile.TarInfo("a")
                entry.size, entry.pax_headers = 2, json.loads(sys.argv[2])
                tarfile.open(sys.argv[1], "w", format=tarfile.PAX_FORMAT).addfile(entry, io.BytesIO(b"ab"))
                """, url.path, String(decoding: JSONEncoder().encode(headers), as: UTF8.self),
            ])
        let descriptor = open(url.path, O_RDONLY)
        defer { close(descriptor) }
        let reader = try ArchiveReader(descriptor: descriptor)
        #expect {
            _ = try reader.next()
            _ = try reader.read(upTo: 9_000)
        } throws: {
            ($0 as? ArchiveError)?.detail == "an entry is a sparse file"
        }
    }

    @Test("an archive that was cut, or is none, is damaged", arguments: [0, 700, 150_000, 200_300])
    func cut(_ length: Int) throws {
        let whole = try Data(contentsOf: archive(Self.entries, .tar))
        let url = try folder.write(whole.prefix(length), "cut.tar")
        // libarchive takes a cut between two entries for the end, so callers need an entry that says what must be there.
        let found = try? read(url)
        #expect(found?.count ?? 0 < Self.entries.count)
        #expect { try read(try folder.write(Data(repeating: 7, count: 5_000), "none.tar")) } throws: {
            ($0 as? ArchiveError)?.code == .damaged
        }
    }

    @Test("a full disk is named by its error number")
    func diskFull() throws {
        let descriptor = open("/dev/full", O_WRONLY)
        defer { close(descriptor) }
        let writer = try ArchiveWriter(descriptor: descriptor, format: .tar)
        #expect {
            try writer.add(name: "a", byteCount: 1 << 20)
            try writer.write(Data(count: 1 << 20))
            try writer.finish()
        } throws: {
            ($0 as? ArchiveError)?.code == .system && ($0 as? ArchiveError)?.errorNumber == ENOSPC
        }
    }
}
