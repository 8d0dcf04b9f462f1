package import PipelineSQL
import RowQuery
import RowQuerySQL
package import Families
import SQL
import Synchronization

/// The tables of families in the database file.
package enum StorytellingTables {
    /// Declares the tables with the functions that their columns call.
    ///
    /// - Parameters:
    ///   - links: The links that clients read in place of pictures' names.
    ///   - random: The source of randomness for invite codes.
    ///   - now: Returns the microseconds since 1970, for the expiry of invites.
    /// - Returns: The tables, for opening a store.
    package static func schema(
        links: PictureLinks = .ids,
        random: some RandomNumberGenerator & Sendable = SystemRandomNumberGenerator(),
        now: @escaping @Sendable () -> Int64
    ) -> DomainSchema {
        let random = Source(random)
        let functions = RowFunctions(
            StorytellingFunctions.bodies(
                links: links, newCode: { random.newCode() },
                moment: { seconds in CivilTime.timestamp(microsecondsSince1970: now() + seconds * 1_000_000) ?? "" }))
        return DomainSchema(
            "storytelling",
            migrations: [
                DomainSchema.Migration("families") { db in
                    switch db.dialect {
                    case .sqlite:
                        try db.script(tables)
                        for change in changes { try db.script(change) }
                    case .postgreSQL:
                        try db.script(postgreSQL)
                    }
                },
                step("drops", drops), step("hidden pictures", hiddenPictures), step("folders", folders),
                step("imports", imports),
                DomainSchema.Migration("deleted artworks of pictures") { db in try db.script(deletedArtworks) },
            ], functions: functions.functions,
            difference: DomainSchema.Difference(tables: ["storytelling_feed"]) { source, target in
                guard target.dialect == .postgreSQL else { return }
                // Numbers of purged changes are not given out twice.
                try target.execute("UPDATE storytelling_feed SET purged = ?", [try ChangeFeed.newest(source)])
            })
    }

    /// A step of SQLite's history; PostgreSQL has all tables by the first migration.
    private static func step(_ name: String, _ script: String) -> DomainSchema.Migration {
        DomainSchema.Migration(name) { db in
            if db.dialect == .sqlite { try db.script(script) }
        }
    }

    /// A source of randomness shared by several connections.
    private final class Source<Generator: RandomNumberGenerator & Sendable>: Sendable {
        private let generator: Mutex<Generator>

        init(_ generator: Generator) {
            self.generator = Mutex(generator)
        }

        func newCode() -> InviteCode { generator.withLock { InviteCode(using: &$0) } }
    }
}
