import Glibc

/// The user as which the process acts on files.
package enum EffectiveUser {
    /// Whether the process acts as root.
    package static var isRoot: Bool { geteuid() == 0 }

    /// Runs a part of the program as another user, with the user's groups.
    ///
    /// All threads of the process do so: nothing else may run meanwhile.
    ///
    /// - Parameters:
    ///   - name: a user of the system.
    ///   - body: the part of the program.
    /// - Returns: the result of `body`; nil if the process is not root's, or there is no such user.
    package static func run<Result>(as name: String, _ body: () async throws -> Result) async rethrows -> Result? {
        var groups = [gid_t](repeating: 0, count: Int(max(0, getgroups(0, nil))))
        getgroups(Int32(groups.count), &groups)
        guard isRoot, let user = getpwnam(name)?.pointee, initgroups(name, user.pw_gid) == 0, setegid(user.pw_gid) == 0
        else { return nil }
        defer {
            seteuid(0)
            setegid(0)
            setgroups(groups.count, groups)
        }
        guard seteuid(user.pw_uid) == 0 else { return nil }
        return try await body()
    }

    /// Makes a user the owner of a file.
    ///
    /// - Returns: whether it succeeded.
    package static func give(_ path: String, to name: String) -> Bool {
        guard let user = getpwnam(name)?.pointee else { return false }
        return chown(path, user.pw_uid, user.pw_gid) == 0
    }
}
