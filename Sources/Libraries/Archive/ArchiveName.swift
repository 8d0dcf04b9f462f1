import CArchive

/// Checks the names of entries.
package enum ArchiveName {
    /// Throws `unsafeName` unless the name stays within the folder of unpacking.
    static func check(_ name: String) throws(ArchiveError) {
        let parts = name.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.allSatisfy({ !["", ".", ".."].contains($0) }), !name.utf8.contains(0), name.utf8.count <= 4_096
        else { throw ArchiveError(.unsafeName, "an entry has a name that is not a relative path") }
    }

    /// Returns a name without the components `.`, which programs put first.
    package static func withoutCurrentFolders(_ name: String) -> String {
        name.split(separator: "/", omittingEmptySubsequences: false).filter { $0 != "." }.joined(separator: "/")
    }

    /// Runs `body` with a UTF-8 locale on this thread.
    static func withUTF8<T>(_ body: () throws(ArchiveError) -> T) throws(ArchiveError) -> T {
        guard let previous = formwright_archive_enter_utf8() else {
            throw ArchiveError(.libraryMissing, "there is no locale C.UTF-8")
        }
        defer { formwright_archive_leave_utf8(previous) }
        return try body()
    }
}
