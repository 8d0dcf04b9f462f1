package import Foundation

/// The folders of the user who runs the program, as the environment names them.
package enum UserFolders {
    /// `$HOME`, or the home folder of the system's user database if that is not an absolute path.
    package static func home(
        _ environment: [String: String] = ProcessInfo.processInfo.environment
    ) -> URL {
        absolute(environment["HOME"]) ?? FileManager.default.homeDirectoryForCurrentUser
    }

    /// Returns the folder that a variable of the XDG specification names, which requires that relative paths be ignored.
    ///
    /// - Parameters:
    ///   - variable: such as `XDG_CACHE_HOME`.
    ///   - usual: the folder in the home folder if the variable names none, such as `.cache`.
    ///   - environment: the variables.
    /// - Returns: the folder, which need not exist.
    package static func base(
        _ variable: String, usual: String,
        _ environment: [String: String] = ProcessInfo.processInfo.environment
    ) -> URL {
        absolute(environment[variable]) ?? home(environment).appendingPathComponent(usual, isDirectory: true)
    }

    /// Replaces a tilde at the beginning of a path: `~` is ``home(_:)``, and `~ada` the home folder of another user.
    package static func expandingTilde(
        in path: String, _ environment: [String: String] = ProcessInfo.processInfo.environment
    ) -> String {
        guard path == "~" || path.hasPrefix("~/") else { return NSString(string: path).expandingTildeInPath }
        return home(environment).path + path.dropFirst()
    }

    private static func absolute(_ path: String?) -> URL? {
        path.flatMap { $0.hasPrefix("/") ? URL(fileURLWithPath: $0, isDirectory: true) : nil }
    }
}
