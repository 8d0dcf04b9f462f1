import Foundation

/// Rules for file names.
enum FileNames {
    /// The suffixes that copying programs and editors give to unfinished files.
    private static let unfinished = [
        ".part", ".partial", ".crdownload", ".download", ".tmp", ".temp", ".filepart", ".swp", ".swx", ".lock",
        ".opdownload",
    ]

    /// Whether the name marks a file to ignore: hidden, a backup, or still being written.
    static func isPrivate(_ name: String) -> Bool {
        let lower = name.lowercased()
        return name.hasPrefix(".") || name.hasPrefix("~$") || name.hasSuffix("~")
            || unfinished.contains { lower.hasSuffix($0) }
    }

    /// `stem.suffix`, or `stem-2.suffix`, within the length that file systems allow: the stem is cut, and if that is
    /// not enough, the suffix.
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

    /// Turns `name.ext` into `name-2.ext`.
    static func numbered(_ name: String, _ number: Int) -> String {
        guard number > 1 else { return name }
        let parts = name.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        guard parts.count > 1, let last = parts.last, !parts[0].isEmpty else {
            return numbered(name, number, suffix: "")
        }
        return numbered(parts.dropLast().joined(separator: "."), number, suffix: last)
    }
}
