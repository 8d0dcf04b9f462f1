package import FailureModel
import Files
package import Foundation
import Pipeline
package import PostgreSQL
import SQL

/// The place of a store's catalogue: a folder or a database.
package enum StoreLocation: Sendable, Hashable, CustomStringConvertible {
    case folder(URL)
    case server(PostgreSQLAddress)

    /// Reads a path or a URL such as `postgresql://user@host/database`.
    ///
    /// - Parameters:
    ///   - text: the path or URL.
    ///   - file: the settings file that names it, in whose folder a relative path begins.
    /// - Throws: `malformed_settings`, without any password.
    package init(_ text: String, beside file: String? = nil) throws(Failure) {
        guard Self.isURL(text) else {
            if text.firstMatch(of: /^[A-Za-z][A-Za-z0-9+.\-]*:\//) != nil {
                // As a path it would be a folder with a password in its name.
                throw Failure(
                    .malformedSettings,
                    "A store is a folder or a URL that begins with postgresql://; this is another kind of URL.",
                    hint: "Write a folder of such a name as ./NAME.")
            }
            self = .folder(UserFolders.location(text, beside: file))
            return
        }
        do throws(SQLError) {
            self = .server(try PostgreSQLAddress(text))
        } catch {
            throw Failure(.malformedSettings, error.description)
        }
    }

    /// Reads the key `store` of a settings file, and reports a mistake to the node.
    init?(reading node: SettingsNode, beside file: String?) {
        guard let text = node.text(longest: PostgreSQLAddress.longest) else { return nil }
        do throws(Failure) {
            try self.init(text, beside: file)
        } catch {
            node.report(error.message)
            return nil
        }
    }

    /// Reads a path or URL of the command line.
    ///
    /// - Throws: `malformed_settings`, also for a password, which other users of the machine can see.
    package init(argument: String) throws(Failure) {
        self = try StoreLocation(argument)
        guard case .server(let address) = self, address.hasPassword else { return }
        throw Failure(
            .malformedSettings, "A password on the command line can be read by every user of this machine.",
            hint: "Put it into a file, and name that by ?passwordFile=FILE in the URL or by PGPASSFILE.")
    }

    /// Returns the place named on the command line, or else by `$FORMWRIGHT_STORE`; `nil` for neither.
    ///
    /// - Throws: `malformed_settings`.
    package static func chosen(_ argument: String?) throws(Failure) -> StoreLocation? {
        if let argument { return try StoreLocation(argument: argument) }
        guard let text = ProcessInfo.processInfo.environment[variable], !text.isEmpty else { return nil }
        return try StoreLocation(text)
    }

    /// The variable of the environment that names a store.
    package static let variable = "FORMWRIGHT_STORE"

    private static func isURL(_ text: String) -> Bool {
        text.hasPrefix("postgresql://") || text.hasPrefix("postgres://")
    }

    /// The path, or the URL without its password.
    package var description: String {
        switch self {
        case .folder(let folder): folder.path
        case .server(let address): address.description
        }
    }
}
