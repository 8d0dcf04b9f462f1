import Foundation

/// Rules for file names.
enum FileNames {
    /// The suffixes that copy programs and editors give to unfinished files.
    private static let unfinished = [
        ".part", ".partial", ".crdownload", ".download", ".tmp", ".temp", ".filepart", ".swp", ".swx", ".lock",
        ".opdownload",
    ]

    /// Returns whether to ignore a file that is hidden, a backup or unfinished.
    static func isPrivate(_ name: String) -> Bool {
        let lower = name.lowercased()
        return name.hasPrefix(".") || name.hasPrefix("~$") || name.hasSuffix("~")
            || unfinished.contains { lower.hasSuffix($0) }
    }

    /// Returns `stem.suffix` or `stem-2.suffix`, truncated to the length limit of file systems.
    ///
    /// The stem is cut first, then the suffix.
    static func numbered(_ stem: String, _ number: Int, suffix: String) -> String {
        let mark = number > 1 ? "-\(number)" : ""
        var stem = stem
        var suffix = suffix.isEmpty ? "" : "." + suffix
        func isTooLong() -> Bool { stem.utf8.count + mark.utf8.count + suffix.utf8.count > 255 }
        while isTooLong(), stem.count > 1 { stem.removeLast() }
        while isTooLong(), !suffix.isEmpty { suffix.removeLast() }
        // A single character may be as long as the whole name, so scalars are removed.
        while isTooLong(), !stem.isEmpty { stem.unicodeScalars.removeLast() }
        return stem + mark + suffix
    }

    /// Returns `name-2.ext` for `name.ext`.
    static func numbered(_ name: String, _ number: Int) -> String {
        guard number > 1 else { return name }
        let parts = name.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        guard parts.count > 1, let last = parts.last, !parts[0].isEmpty else {
            return numbered(name, number, suffix: "")
        }
        return numbered(parts.dropLast().joined(separator: "."), number, suffix: last)
    }
}
