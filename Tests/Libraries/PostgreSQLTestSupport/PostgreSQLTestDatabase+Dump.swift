extension PostgreSQLTestDatabase {
    /// Writes the database to a file by `pg_dump`; blocks.
    ///
    /// - Returns: the path of the file, which goes with the server.
    /// - Throws: why there is none.
    package func dump() throws -> String {
        let file = "\(server.folder)/\(name).dump"
        try PostgreSQLPrograms().run("pg_dump", ["--format", "custom", "--file", file, url])
        return file
    }

    /// Loads a dump into the empty database by `pg_restore`; blocks.
    package func load(_ dump: String) throws {
        try PostgreSQLPrograms().run("pg_restore", ["--exit-on-error", "--no-owner", "--dbname", url, dump])
    }
}
