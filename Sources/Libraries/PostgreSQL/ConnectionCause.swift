/// The cause of a refused or failed connection, in words without secrets.
///
/// libpq tells it as a text only. With several hosts the first cause that a person must remedy counts.
struct ConnectionCause {
    /// One sentence about it.
    let sentence: String
    /// Whether waiting does not help.
    let isMistake: Bool

    private static let table: [(words: [String], sentence: String, isMistake: Bool)] = [
        (
            ["password authentication failed", "no password supplied", "authentication failed for user"],
            "The PostgreSQL server refuses the user or its password.", true
        ),
        (
            [
                "certificate verify failed", "root certificate file", "does not match host name",
                "certificate has expired",
            ],
            "The certificate of the PostgreSQL server is not trusted, or is that of another host; sslrootcert names the "
                + "file of the authorities.", true
        ),
        (
            ["does not support SSL"], "The PostgreSQL server does not offer TLS.", true
        ),
        (
            ["no pg_hba.conf entry", "pg_hba.conf rejects"],
            "The PostgreSQL server does not admit this user from this machine (pg_hba.conf).", true
        ),
        (
            ["is not permitted to log in"], "The PostgreSQL server does not let this user log in.", true
        ),
        (
            ["FATAL:  role \"", "FATAL: role \""], "The PostgreSQL server does not know the user.", true
        ),
        (
            ["FATAL:  database \"", "FATAL: database \""], "The PostgreSQL server does not have the database.", true
        ),
        (
            ["invalid sslmode value", "invalid channel_binding value", "invalid target_session_attrs value"],
            "A parameter in the URL of the PostgreSQL server has a wrong value.", true
        ),
        (
            ["session is read-only", "is in hot standby mode"],
            "None of the PostgreSQL servers accepts writes.", false
        ),
        (
            ["could not translate host name"], "The host of the PostgreSQL server is not known.", false
        ),
        (
            ["Connection refused", "No such file or directory"],
            "The PostgreSQL server is not running, or is at another address or port.", false
        ),
        (
            ["timeout expired", "Connection timed out", "No route to host", "Network is unreachable"],
            "The PostgreSQL server does not answer.", false
        ),
        (
            ["the database system is"], "The PostgreSQL server is starting or stopping.", false
        ),
    ]

    /// Recognises the cause in the lines of a message; `nil` for another one.
    init?(_ lines: [String]) {
        let found = Self.table.first { row in
            row.words.contains { words in lines.contains { $0.contains(words) } }
        }
        guard let found else { return nil }
        // The name of the parameter is the second word.
        let parameter = lines.lazy.compactMap { $0.firstMatch(of: /invalid ([a-z_]+) value/)?.1 }.first
        if let parameter {
            sentence = "The parameter \(parameter) in the URL of the PostgreSQL server has a wrong value."
        } else {
            sentence = found.sentence
        }
        isMistake = found.isMistake
    }
}
