import Foundation
import SQL

/// The numbers of events that a power failure may have undone.
enum LostNumbers {
    /// Skips event numbers when the file is first opened after the machine has started.
    ///
    /// A power failure may undo moves that were not flushed (claims and progress) after a reader has seen them in the
    /// feed. The jump ensures that no event number is used twice.
    static func skip(in database: any SQLDatabase) throws {
        guard let text = try? String(contentsOfFile: "/proc/sys/kernel/random/boot_id", encoding: .utf8) else { return }
        let boot = text.trimmingCharacters(in: .whitespacesAndNewlines)
        let known = try database.readBlocking { try $0.value(String.self, "SELECT boot FROM feed") }
        guard known != boot else { return }
        try database.writeBlocking { db in
            try db.execute("UPDATE feed SET boot = ?", [boot])
            // A new file has lost nothing.
            guard known?.isEmpty == false else { return }
            try db.execute("UPDATE sqlite_sequence SET seq = seq + 1000000 WHERE name = 'events'")
        }
    }
}
