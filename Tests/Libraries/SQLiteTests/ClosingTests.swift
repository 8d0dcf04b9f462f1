import FolderTestSupport
import SQL
import SQLite
import Testing

@Suite("Closing a database") struct ClosingTests {
    @Test("reads that begin while the database is closed end, or are refused")
    func reads() async throws {
        let folder = try TemporaryFolder()
        for round in 0..<50 {
            let database = try SQLiteDatabase.open(folder.path + "/\(round).sqlite", patience: .seconds(10))
            try database.writeBlocking { try $0.execute("CREATE TABLE rows (number INTEGER)") }
            await withTaskGroup(of: Bool.self) { group in
                for _ in 0..<8 {
                    group.addTask {
                        // Each ends with a number or an error, and never in a closed connection.
                        while let _ = try? await database.read({ try $0.value(Int.self, "SELECT count(*) FROM rows") })
                        {}
                        return true
                    }
                }
                group.addTask { (try? database.close()) != nil }
                for await isDone in group { #expect(isDone) }
            }
        }
    }
}
