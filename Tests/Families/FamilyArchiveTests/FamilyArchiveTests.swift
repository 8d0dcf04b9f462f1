import LocalStore
import FamiliesDomain
import Users
import FailureModel
import FamilyArchive
import FamilyBooks
import Foundation
import HTTPService
import Pipeline
import FamiliesService
import FamiliesSQL
import Synchronization
import TestSupport
import TestTraits
import SQLTestSupport
import Testing

@Suite("Exported families", .blocking, .onEveryEngine, .timeLimit(.minutes(30))) struct FamilyArchiveTests {
    private let bench: ArchiveBench

    init() throws { bench = try ArchiveBench() }

    private func lovelaces() async throws -> ArchiveBench.Store {
        let store = try bench.store()
        try await bench.addLovelaces(to: store)
        return store
    }

    // MARK: Export and back

    @Test("a family that is exported, imported elsewhere and exported again has the same rows, IDs and uploads")
    func roundTrip() async throws {
        let store = try await lovelaces()
        let (file, outcome) = try await bench.export(store)
        #expect(outcome.artworks == 2 && outcome.missing == 0)
        let other = try bench.store("other")
        let imported = try await bench.importing(file, into: other)
        #expect(imported.name == "The Lovelaces" && imported.family == ArchiveBench.family && !imported.hasNewIDs)
        #expect(imported.members == 3 && imported.children == 2 && imported.artworks == 2 && imported.pictures == 4)
        #expect(imported.remarks == 4 && imported.membersWithoutAddress == 1)
        #expect(imported.newUsers == ["ada@example.org", "ben@example.org"])
        let (again, _) = try await bench.export(other)
        #expect(try ArchiveBench.rows(again) == ArchiveBench.rows(file))
        let (before, after) = try (ArchiveBench.entries(file), ArchiveBench.entries(again))
        let originals = before.filter { $0.key.hasPrefix("originals/") }
        #expect(originals.count == 4 && originals == after.filter { $0.key.hasPrefix("originals/") })
        for sql in [
            "SELECT id FROM storytelling_artworks WHERE deleted_at IS NULL", "SELECT id FROM storytelling_children",
            "SELECT id || text || created_at || updated_at FROM storytelling_comments",
            "SELECT id || emoji_type FROM storytelling_reactions", "SELECT id || name FROM storytelling_families",
            "SELECT id || role || coalesce(nickname, '') || joined_at FROM storytelling_members",
        ] { #expect(Set(try await store.texts(sql)) == Set(try await other.texts(sql))) }
    }

    @Test("pictures of an imported family go through the stages, and then the cleaned ones are exported as well")
    func pictures() async throws {
        let store = try await lovelaces()
        let other = try bench.store("other")
        let imported = try await bench.importing(try await bench.export(store).file, into: other)
        try await other.work()
        #expect(try await other.texts("SELECT DISTINCT state FROM documents") == ["ready"])
        #expect(try await other.texts("SELECT DISTINCT owner FROM documents") == ["family:\(imported.family)"])
        #expect(
            try await other.texts(
                """
                SELECT artwork.title FROM storytelling_artworks AS artwork
                JOIN documents ON documents.id = artwork.document ORDER BY artwork.title
                """) == ["Moon", "Sun over ../../the \"sea\""])
        let names = try ArchiveBench.entries(try await bench.export(other).file).keys.sorted()
        #expect(
            names == [
                "family.json", "originals/2026-01-03 Mia - Sun over .. .. the sea (moment).jpg",
                "originals/2026-01-03 Mia - Sun over .. .. the sea.jpg", "originals/2026-01-04 Tom - Moon.jpg",
                "originals/Mia (portrait).png", "pictures/2026-01-03 Mia - Sun over .. .. the sea (moment).jpg",
                "pictures/2026-01-03 Mia - Sun over .. .. the sea.jpg", "pictures/2026-01-04 Tom - Moon.jpg",
                "pictures/Mia (portrait).jpg",
            ])
    }

    @Test("a finished book is exported with its cover, under its title; one that is being made is only counted")
    func books() async throws {
        let store = try await lovelaces()
        try await store.work()
        var order = BookOrder()
        order.include = .all
        order.title = "Our year"
        let manifest = try await store.families.read { [order] _, db in
            try FamilyBook(of: ArchiveBench.family, db).book(order)
        }
        let builder = BookBuilder(store.local.client)
        let owner = FamilyOwner.id(of: ArchiveBench.family)
        let book = try await builder.add(manifest, as: DocumentID(UUID()), for: owner)
        try await store.whileWorking {
            let done = try await builder.typeset(book.id, of: owner)
            #expect(done.state == .filled && done.failure == nil)
        }
        try await builder.add(manifest, as: DocumentID(UUID()), for: owner)
        let (file, outcome) = try await bench.export(store)
        #expect(outcome.omissions.unfinishedBooks == 1)
        let entries = try ArchiveBench.entries(file).filter { $0.key.hasPrefix("books/") }
        let day = book.createdAt.description.prefix(10)
        #expect(entries.keys.sorted() == ["books/\(day) Our year (cover).pdf", "books/\(day) Our year.pdf"])
        for bytes in entries.values { #expect(bytes.starts(with: Data("%PDF-".utf8)) && bytes.count > 2_000) }
        let other = try bench.store("other")
        #expect(try await bench.importing(file, into: other).books == 1)
    }

    @Test(
        "members are the users with their addresses; new users have no password, and nobody else's rows are taken over")
    func people() async throws {
        let store = try await lovelaces()
        let file = try await bench.export(store).file
        let other = try bench.store("other")
        let stranger = "cccccccc-0000-4000-8000-000000000000"
        // Ben is here already; somebody else has the UUID of a person who has left the family.
        try await other.execute(
            """
            INSERT INTO accounts_users (name, password, created_at, updated_at, uuid, email) VALUES
                ('ben', 'x', 0, 0, '\(stranger)', 'ben@example.org'),
                ('eve', 'x', 0, 0, '\(ArchiveBench.user(4))', 'eve@example.org');
            """)
        let imported = try await bench.importing(file, into: other)
        #expect(imported.newUsers == ["ada@example.org"])
        #expect(
            try await other.texts("SELECT user_id FROM storytelling_members WHERE role = 'parent'") == [stranger])
        #expect(
            try await other.texts("SELECT uploaded_by FROM storytelling_artworks WHERE title LIKE 'Sun%'") == [stranger]
        )
        let passwords = try await other.texts("SELECT password FROM accounts_users WHERE email = 'ada@example.org'")
        #expect(passwords.count == 1 && passwords.allSatisfy { PasswordHash(text: $0) == nil })
        // Who has left is not Eve.
        #expect(
            try await other.texts("SELECT id FROM storytelling_comments WHERE user_id = '\(ArchiveBench.user(4))'")
                == [])
        #expect(try await other.texts("SELECT text FROM storytelling_comments WHERE text = 'Bye.'").count == 1)
    }

    @Test("beside the family that was exported, the copy gets new IDs, and nothing of the family changes")
    func copy() async throws {
        let store = try await lovelaces()
        let file = try await bench.export(store).file
        let before = try await store.everything()
        let imported = try await bench.importing(file, into: store)
        #expect(imported.hasNewIDs && imported.family != ArchiveBench.family && imported.newUsers.isEmpty)
        let after = Set(try await store.everything())
        #expect(before.allSatisfy(after.contains))
        let copy = try await bench.export(store, imported.family).file
        #expect(try ArchiveBench.rows(copy) == ArchiveBench.rows(file))
        #expect(
            try await store.texts(
                "SELECT CAST(count(*) AS TEXT) FROM storytelling_members WHERE user_id = '\(ArchiveBench.user(1))'")
                == ["2"])
    }

    @Test("a family that was deleted comes back with its IDs and its users")
    func afterDeletion() async throws {
        let store = try await lovelaces()
        let file = try await bench.export(store).file
        try await store.execute("DELETE FROM storytelling_families")
        _ = try await store.families.purge(at: SystemClock().now)
        let imported = try await bench.importing(file, into: store)
        #expect(!imported.hasNewIDs && imported.newUsers.isEmpty)
        #expect(
            try await store.texts("SELECT user_id FROM storytelling_members WHERE role = 'owner'")
                == [ArchiveBench.user(1)])
    }

    // MARK: What is in an export

    @Test("passwords, deleted artworks and their pictures are not in an export, which says so")
    func leftOut() async throws {
        let store = try await lovelaces()
        let (file, outcome) = try await bench.export(store)
        #expect(outcome.omissions.deletedArtworks == 1 && outcome.omissions.unusedUploads == 0)
        let entries = try ArchiveBench.entries(file)
        let rows = String(decoding: try #require(entries["family.json"]), as: UTF8.self)
        for secret in ["scrypt", "Thrown away", "gone.jpg"] { #expect(!rows.contains(secret)) }
        let gone = try ArchiveBench.picture(5)
        #expect(!entries.values.contains(gone))
        #expect(rows.contains("\"title\": \"Sun over ../../the \\\"sea\\\"\""))
        #expect(rows.contains("\"email\": \"ada@example.org\""))
    }

    @Test("an upload that the disk has lost does not prevent an export; its artwork is not imported, which is said")
    func lostUpload() async throws {
        let store = try await lovelaces()
        for number in [2, 1] {
            let content = ContentID(of: try ArchiveBench.picture(number, number == 1 ? .png : .jpeg))
            #expect(try store.local.artefacts.remove([content: SystemClock().now]) == 1)
        }
        let (file, outcome) = try await bench.export(store)
        #expect(outcome.missing == 2 && outcome.files == 2)
        let imported = try await bench.importing(file, into: try bench.store("other"))
        #expect(imported.artworks == 1 && imported.artworksWithoutPicture == 1 && imported.missingPhotos == 1)
        #expect(imported.remarks == 0 && imported.children == 2)
    }

    @Test("artworks of one name, and names that no file can have, give files of different names")
    func names() async throws {
        let store = try await lovelaces()
        try await store.execute(
            """
            UPDATE storytelling_artworks SET title = 'MOON', created_date = '2026-01-04', child_id = '\(ArchiveBench.id(11))'
                WHERE title LIKE 'Sun%';
            UPDATE storytelling_children SET name = '\u{202E}/..' WHERE name = 'Mia';
            """)
        let names = try ArchiveBench.entries(try await bench.export(store).file).keys.sorted()
        #expect(
            names == [
                "family.json", "originals/(portrait).png", "originals/2026-01-04 Tom - MOON (moment).jpg",
                "originals/2026-01-04 Tom - MOON.jpg", "originals/2026-01-04 Tom - Moon 2.jpg",
            ])
    }

    @Test("other programs unpack an export, and import reads what they have packed")
    func otherPrograms() async throws {
        let store = try await lovelaces()
        let file = try await bench.export(store).file
        let packed = bench.folder.file("packed.zip")
        _ = try Program.run(
            "/usr/bin/python3",
            [
                "-c",
                """
                import sys, zipfile, os
                z = zipfile.ZipFile(sys.argv[1])
                assert z.testzip() is None
                out = zipfile.ZipFile(sys.argv[2], "w", zipfile.ZIP_DEFLATED)
                out.mkdir("originals") if hasattr(out, "mkdir") else out.writestr("originals/", b"")
                for i in reversed(z.infolist()): out.writestr(i.filename, z.read(i))
                out.writestr("__MACOSX/._family.json", b"x")
                out.close()
                """, file.path, packed.path,
            ])
        let imported = try await bench.importing(packed, into: try bench.store("other"))
        #expect(imported.artworks == 2)
    }

    // MARK: Stopping

    @Test("an import that is stopped at any upload leaves nothing")
    func stoppedImport() async throws {
        struct Stop: Error {}
        let store = try await lovelaces()
        let file = try await bench.export(store).file
        let other = try bench.store("other")
        let before = try await other.everything()
        for place in 1...4 {
            await #expect(throws: Stop.self) {
                try await bench.importing(file, into: other) { count, _ in if count == place { throw Stop() } }
            }
            #expect(try await other.everything() == before)
        }
        // Where the same bytes are a document's, they stay.
        let kept = try await store.everything()
        await #expect(throws: Stop.self) {
            try await bench.importing(file, into: store) { count, _ in if count == 4 { throw Stop() } }
        }
        #expect(try await store.everything() == kept)
    }

    @Test("between an import's transactions others write, and see nothing of the family")
    func importInParts() async throws {
        let store = try await lovelaces()
        let file = try await bench.export(store).file
        let other = try bench.store("other")
        let administration = FamilyAdministration(
            other.families,
            accounts: ProjectAccounts(
                Accounts(other.local.database),
                signer: TokenSigner(key: try KeyFile.key(in: bench.folder.file("tokens.key")))))
        let pauses = Mutex(0)
        let archive = FamilyImport(into: other.local, other.families, slice: .zero) { _ in
            let pause = pauses.withLock {
                $0 += 1; return $0
            }
            #expect(try await administration.list().isEmpty)
            await #expect(throws: Failure.self) { try await administration.family("The Lovelaces") }
            await #expect(throws: Failure.self) { try await administration.family(ArchiveBench.family) }
            #expect(try await other.texts("SELECT id FROM storytelling_members").isEmpty)
            #expect(try await other.texts("SELECT id FROM accounts_users").isEmpty)
            // Housekeeping leaves pictures alone that were uploaded long ago and that nothing names yet.
            let removal = try await other.families.purge(at: SystemClock().now)
            #expect(removal.documents.isEmpty && removal.artworks == 0)
            try await other.execute(
                """
                INSERT INTO storytelling_families VALUES
                    ('22222222-2222-4222-8222-\(String(format: "%012d", pause))', 'X', NULL, '2026-01-01T00:00:00.000000+00:00');
                DELETE FROM storytelling_families WHERE name = 'X';
                """)
        }
        // One for each of the five lists.
        let imported = try await bench.importing(file, archive)
        #expect(pauses.withLock { $0 } == 5)
        #expect(imported.artworks == 2 && imported.newUsers == ["ada@example.org", "ben@example.org"])
        #expect(try await administration.list().map(\.members) == [3])
        #expect(try ArchiveBench.rows(try await bench.export(other).file) == ArchiveBench.rows(file))
        #expect(try await other.texts("SELECT family_id FROM storytelling_imports").isEmpty)
    }

    @Test("an import that is stopped between two transactions leaves nothing, and one that was killed nothing for long")
    func stoppedInParts() async throws {
        struct Stop: Error {}
        let store = try await lovelaces()
        let file = try await bench.export(store).file
        let other = try bench.store("other")
        let before = try await other.everything()
        for place in 1...4 {
            let pauses = Mutex(0)
            let archive = FamilyImport(into: other.local, other.families, slice: .zero) { _ in
                let pause = pauses.withLock {
                    $0 += 1; return $0
                }
                if pause == place { throw Stop() }
            }
            await #expect(throws: Stop.self) { try await bench.importing(file, archive) }
            #expect(try await other.everything() == before)
        }
        // As a process leaves it that is killed: the family is noted, and its documents are there.
        let clock = SystemClock()
        let archive = FamilyImport(into: other.local, other.families, slice: .zero) { _ in
            #expect(
                try await other.families.purge(at: clock.now + .seconds(FamilyImports.patience - 10)).documents.isEmpty)
            let removal = try await other.families.purge(at: clock.now + .seconds(FamilyImports.patience + 10))
            try await other.local.client.discard(removal.bytes)
            #expect(try await other.texts("SELECT id FROM documents").isEmpty)
        }
        // The import notices that it was taken for dead.
        let failure = await #expect(throws: Failure.self) { try await bench.importing(file, archive) }
        #expect(failure?.code == .familyRefused)
        #expect(try await other.everything() == before)
    }

    @Test("an export that is stopped ends, and nothing of it is in the store")
    func stoppedExport() async throws {
        struct Stop: Error {}
        let store = try await lovelaces()
        for place in 0...4 {
            await #expect(throws: Stop.self) {
                _ = try await bench.export(store) { count, _ in if count == place { throw Stop() } }
            }
        }
        let left = try FileManager.default.contentsOfDirectory(atPath: store.local.settings.folder.path)
        #expect(!left.contains { $0.hasPrefix("export-") })
    }
}
