import Foundation
import Pipeline
import PipelineSQL
import RowQuery
import RowQuerySQL
import Families
import FamiliesSQL
import SQL
import SQLTestSupport
import Testing

@Suite("Deleted artworks, and changes", .onEveryEngine)
struct DeletionTests {
    typealias Families = TestFamilies

    private let families: TestFamilies
    private let rows: FamilyRows
    private static let day: Int64 = 86_400 * 1_000_000

    init() throws {
        families = try TestFamilies()
        rows = try FamilyRows()
    }

    private func delete() throws {
        let outcome = try families.keep(rows, as: Families.cleo, Families.delete("artworks", "id=eq.\(Families.sun)"))
        #expect(outcome.changes == 1)
    }

    private func restore(as user: String, after days: Int64 = 0) throws -> String {
        let call = Families.call("restore_artwork", #"{"artwork_uuid":"\#(Families.sun)"}"#)
        return try families.keep(rows, as: user, at: Families.now + days * Self.day, call).text
    }

    private func seen() throws -> String {
        try families.keep(rows, as: Families.dora, Families.get("artworks", "select=title&id=eq.\(Families.sun)")).text
    }

    @Test("a deleted artwork is hidden with all that was said of it, and a parent brings it back for 30 days")
    func restored() throws {
        try delete()
        #expect(try seen() == "[]")
        #expect(try families.keep(rows, as: Families.dora, Families.get("artwork_comments", "select=id")).text == "[]")
        let list = Families.call(
            "get_deleted_artworks", #"{"family_uuid":"\#(Families.lovelaces)"}"#, "select=title&order=title")
        #expect(try families.keep(rows, as: Families.ben, list).text == #"[{"title":"Gone"},{"title":"Sun"}]"#)
        #expect(try families.keep(rows, as: Families.cleo, list).text == "[]")
        #expect(try restore(as: Families.cleo) == "false")
        #expect(try restore(as: Families.eve) == "false")
        #expect(try restore(as: Families.ben, after: 30) == "false")
        #expect(try restore(as: Families.ben, after: 29) == "true")
        #expect(try seen() == #"[{"title":"Sun"}]"#)
        #expect(try restore(as: Families.ben) == "false")
    }

    @Test("the picture of a deleted artwork is hidden from its family, and from links, until the artwork is back")
    func hiddenPicture() throws {
        let name = "\(Families.lovelaces)/sea.jpg"
        let id = Families.id(72)
        func visible(to user: String) throws -> [Int] {
            try families.database.readBlocking { db in
                let caller = Caller(user: user)
                return [
                    try rows.pictures(named: [name], as: caller, db).count,
                    try rows.pictures(in: Families.lovelaces, limit: 10, as: caller, db).count,
                    try rows.linkedPicture(id, db) == nil ? 0 : 1,
                ]
            }
        }
        #expect(try visible(to: Families.ben) == [1, 2, 1])
        try families.keep(rows, as: Families.ben, Families.delete("artworks", "id=eq.\(Families.sea)"))
        for user in [Families.ada, Families.ben, Families.dora] { #expect(try visible(to: user) == [0, 1, 0]) }
        // No other row can bring it back: it looks absent there, too.
        for picture in [name, "\(Families.lovelaces)/none.jpg"] {
            let outcome = try families.attempt(
                rows, as: Families.cleo,
                Families.post(
                    "artworks",
                    #"{"child_id":"\#(Families.mia)","title":"T","created_date":"2026-01-01","image_url":"\#(picture)"}"#
                ))
            #expect(outcome.code == .failedCheck)
        }
        let call = Families.call("restore_artwork", #"{"artwork_uuid":"\#(Families.sea)"}"#)
        #expect(try families.keep(rows, as: Families.ada, call).text == "true")
        #expect(try visible(to: Families.dora) == [1, 2, 1])
        // One that another artwork has as well stays.
        try families.keep(
            rows, as: Families.ada,
            Families.patch(
                "artworks", "id=eq.\(Families.sea)", #"{"moment_photo_url":"\#(Families.lovelaces)/sun.jpg"}"#))
        try delete()
        #expect(try visible(to: Families.dora) == [1, 2, 1])
    }

    @Test("the pictures of deleted artworks stay hidden when their child goes, and go with the next round")
    func pictureOfDeletedChild() async throws {
        let store = try store()
        try families.keep(rows, as: Families.ben, Families.delete("artworks", "id=eq.\(Families.sea)"))
        try families.keep(rows, as: Families.ada, Families.delete("children", "id=eq.\(Families.tom)"))
        let name = "\(Families.lovelaces)/sea.jpg"
        let caller = Caller(user: Families.ada)
        let (byName, inFolder, linked) = try await store.read { rows, db in
            (
                try rows.pictures(named: [name], as: caller, db).count,
                try rows.pictures(in: Families.lovelaces, limit: 10, as: caller, db).map(\.name),
                try rows.linkedPicture(Families.id(72), db)
            )
        }
        #expect(byName == 0 && inFolder == ["\(Families.lovelaces)/sun.jpg"] && linked == nil)
        let outcome = try families.attempt(
            rows, as: Families.ada,
            Families.post(
                "artworks",
                #"{"child_id":"\#(Families.mia)","title":"T","created_date":"2026-01-01","image_url":"\#(name)"}"#))
        #expect(outcome.code == .failedCheck)
        let removal = try await store.purge(at: Timestamp(milliseconds: Families.now / 1_000))
        #expect(removal.documents.map(\.description) == [Families.id(82)])
    }

    @Test("a picture that another artwork has stays, whatever becomes of the first one's child")
    func pictureOfTwo() async throws {
        let store = try store()
        let name = "\(Families.lovelaces)/sea.jpg"
        try families.keep(
            rows, as: Families.ada,
            Families.patch("artworks", "id=eq.\(Families.sun)", #"{"moment_photo_url":"\#(name)"}"#))
        try families.keep(rows, as: Families.ada, Families.delete("children", "id=eq.\(Families.tom)"))
        let now = Timestamp(milliseconds: Families.now / 1_000)
        #expect(try await store.purge(at: now).documents.isEmpty)
        #expect(try await store.read { rows, db in try rows.linkedPicture(Families.id(72), db) } != nil)
        try delete()
        #expect(try await store.read { rows, db in try rows.linkedPicture(Families.id(72), db) } == nil)
        #expect(try await store.purge(at: now).documents.isEmpty)
        #expect(try restore(as: Families.ada) == "true")
        #expect(try await store.read { rows, db in try rows.linkedPicture(Families.id(72), db) } != nil)
    }

    @Test("links to pictures of a deleted family open nothing")
    func linksOfDeletedFamily() async throws {
        let store = try store()
        let picture = Families.id(97, "eeeeeeee")
        #expect(try await store.read { rows, db in try rows.linkedPicture(picture, db) } != nil)
        try families.keep(rows, as: Families.eve, Families.delete("families", "id=eq.\(Families.eves)"))
        #expect(try await store.read { rows, db in try rows.linkedPicture(picture, db) } == nil)
    }

    private func changes() throws -> [String] {
        try families.database.readBlocking { db in
            try ChangeFeed.changes(after: 0, db).map { change in
                #expect(change.family == Families.lovelaces || change.family == Families.eves)
                return "\(change.verb.rawValue) \(change.table)"
            }
        }
    }

    @Test("each change is written with the row that changed, and none of what is undone")
    func changeFeed() throws {
        let react = Families.post("artwork_reactions", #"{"artwork_id":"\#(Families.sun)","emoji_type":"star"}"#)
        _ = try families.attempt(rows, as: Families.cleo, react)
        #expect(try changes() == [])
        try families.keep(rows, as: Families.cleo, react)
        try families.keep(rows, as: Families.dora, react)
        try families.keep(rows, as: Families.ada, Families.patch("families", "name=neq.x", #"{"name":"New"}"#))
        try delete()
        _ = try restore(as: Families.ben)
        #expect(
            try changes() == [
                "INSERT artwork_reactions", "UPDATE artwork_reactions", "UPDATE families", "DELETE artworks",
                "INSERT artworks",
            ])
        try families.keep(rows, as: Families.ada, Families.delete("children", "id=eq.\(Families.tom)"))
        #expect(try Set(changes().suffix(2)) == ["DELETE children", "DELETE artworks"])
        let newest = try families.database.readBlocking { try ChangeFeed.newest($0) }
        #expect(newest == (try families.database.readBlocking { try ChangeFeed.changes(after: 0, $0).last?.sequence }))
    }

    @Test("another picture under the same name is the artwork's, and changes it")
    func replacedPicture() throws {
        try families.keep(
            rows, as: Families.cleo,
            Families.patch("pictures", "id=eq.\(Families.id(71))", #"{"document":"\#(Families.free)"}"#))
        let document = try families.database.readBlocking {
            try $0.value(String.self, "SELECT document FROM storytelling_artworks WHERE id = ?", [Families.sun])
        }
        #expect(document == Families.free)
        #expect(try changes().contains("UPDATE artworks"))
    }

    private func store() throws -> FamilyStore {
        guard SQLEngine.current == .sqlite else { return FamilyStore(families.store, rows: rows) }
        // As another process opens the file.
        let path = families.folder.path + "/catalogue.sqlite"
        let store = try SQLStore(path: path, domains: [StorytellingTables.schema(now: { Families.now })])
        return FamilyStore(store, rows: rows)
    }

    @Test("after 30 days, or at once, the artwork goes with its picture, unless another row names that")
    func purged() async throws {
        let store = try store()
        let now = Timestamp(milliseconds: Families.now / 1_000)
        #expect(try await store.purge(at: now).artworks == 0)
        try delete()
        #expect(try await store.purge(at: now, atOnceIn: Families.eves).artworks == 0)
        let removal = try await store.purge(at: now, atOnceIn: Families.lovelaces)
        #expect(removal.artworks == 2)
        #expect(removal.documents.map(\.description) == [Families.document])
        let left = try await store.read { _, db in
            try db.values(String.self, "SELECT id FROM storytelling_artworks WHERE family_id = ?", [Families.lovelaces])
        }
        #expect(left == [Families.sea])
        guard SQLEngine.current == .sqlite else { return }
        // The text is gone from the file's free pages, too.
        try families.database.close()
        let bytes = try Data(contentsOf: families.folder.appending(path: "catalogue.sqlite"))
        #expect(bytes.range(of: Data("hot yellow ball".utf8)) == nil)
        #expect(bytes.range(of: Data("a story of the others".utf8)) != nil)
    }

    @Test("a picture that no row names goes after a week, and that of a deleted family at once")
    func unnamed() async throws {
        let store = try store()
        try families.keep(
            rows, as: Families.cleo,
            Families.post(
                "pictures",
                #"{"name":"\#(Families.lovelaces)/new.jpg","family_id":"\#(Families.lovelaces)","document":"\#(Families.free)"}"#
            ))
        let early = Timestamp(milliseconds: Families.now / 1_000 + 6 * 86_400_000)
        #expect(try await store.purge(at: early).documents.isEmpty)
        try families.keep(rows, as: Families.eve, Families.delete("families", "id=eq.\(Families.eves)"))
        let gone = try await store.purge(at: early).documents
        #expect(gone.map(\.description) == [Families.id(83, "EEEEEEEE")])
        let late = Timestamp(milliseconds: Families.now / 1_000 + 7 * 86_400_000)
        #expect(try await store.purge(at: late).documents.map(\.description) == [Families.free])
    }

    @Test("changes are written and read by any process, and old ones are removed")
    func purgedChanges() async throws {
        let store = try store()
        try delete()
        try await store.write { _, transaction in
            try ChangeFeed.purge(before: Timestamp(milliseconds: 4_000_000_000_000), in: transaction)
        }
        #expect(try changes() == [])
        #expect(try await store.read { try ChangeFeed.newest($1) } > 0)
    }
}
