package import Foundation

/// The folders of the program's user according to the environment.
package enum UserFolders {
    /// Returns `$HOME`, or the system's home folder if that is not an absolute path.
    package static func home(
        _ environment: [String: String] = ProcessInfo.processInfo.environment
    ) -> URL {
        absolute(environment["HOME"]) ?? FileManager.default.homeDirectoryForCurrentUser
    }

    /// Returns the folder of a variable of the XDG specification.
    ///
    /// Relative paths are ignored, as the specification requires.
    ///
    /// - Parameters:
    ///   - variable: the name, such as `XDG_CACHE_HOME`.
    ///   - usual: the default folder in the home folder, such as `.cache`.
    ///   - environment: the variables.
    /// - Returns: the folder, which need not exist.
    package static func base(
        _ variable: String, usual: String,
        _ environment: [String: String] = ProcessInfo.processInfo.environment
    ) -> URL {
        absolute(environment[variable]) ?? home(environment).appendingPathComponent(usual, isDirectory: true)
    }

    /// Replaces a tilde at the beginning of a path.
    ///
    /// `~` is ``home(_:)``, and `~ada` the home folder of another user.
    package static func expandingTilde(
        in path: String, _ environment: [String: String] = ProcessInfo.processInfo.environment
    ) -> String {
        guard path == "~" || path.hasPrefix("~/") else { return NSString(string: path).expandingTildeInPath }
        return home(environment).path + path.dropFirst()
    }

    /// Returns the location of a path, which may begin with a tilde.
    ///
    /// - Parameters:
    ///   - path: the path.
    ///   - file: the file in whose folder a relative path begins; `nil` for the current folder.
    /// - Returns: the location, which need not exist.
    package static func location(_ path: String, beside file: String? = nil) -> URL {
        let base = file.map { URL(fileURLWithPath: $0).deletingLastPathComponent() }
        return URL(fileURLWithPath: expandingTilde(in: path), isDirectory: true, relativeTo: base).absoluteURL
    }

    private static func absolute(_ path: String?) -> URL? {
        path.flatMap { $0.hasPrefix("/") ? URL(fileURLWithPath: $0, isDirectory: true) : nil }
    }
}
