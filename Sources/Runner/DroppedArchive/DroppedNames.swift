package import FailureModel

/// Rules for the names in a dropped folder or archive.
package enum DroppedNames {
    /// The suffixes that browsers and copy programs give to incomplete files.
    package static let unfinishedSuffixes = [
        ".part", ".partial", ".crdownload", ".download", ".tmp", ".temp", ".filepart", ".opdownload",
    ]

    /// The lower-case names that systems add to folders and archives unasked.
    private static let systemNames: Set<String> = [
        "__macosx", "icon\r", "thumbs.db", "ehthumbs.db", "desktop.ini", "$recycle.bin", "system volume information",
        "@eadir", "lost+found",
    ]

    /// Returns whether a name marks a file that is still being written.
    ///
    /// - Parameter name: one component of a path.
    /// - Returns: whether it does.
    package static func isUnfinished(_ name: String) -> Bool {
        let lower = name.lowercased()
        return unfinishedSuffixes.contains { lower.hasSuffix($0) } || isOfRsync(name)
    }

    /// Whether the name is a temporary one of rsync, such as `.picture.jpg.Zt4Qm1`.
    ///
    /// It ends in six random letters and digits. Six small letters alone are taken for a suffix chosen by a person:
    /// only one in 180 of rsync's names is misjudged that way, and rsync has its file open.
    private static func isOfRsync(_ name: String) -> Bool {
        let parts = name.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count > 2, parts[0].isEmpty, let last = parts.last else { return false }
        return last.utf8.count == 6 && last.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
            && last.contains { $0.isUppercase || $0.isNumber }
    }

    /// Returns whether a file or folder is silently ignored.
    ///
    /// These are hidden files, and what systems and editors add.
    ///
    /// - Parameter name: one component of a path.
    /// - Returns: whether it is ignored.
    package static func isPassedOver(_ name: String) -> Bool {
        name.hasPrefix(".") || name.hasPrefix("~$") || name.hasSuffix("~") || systemNames.contains(name.lowercased())
    }

    /// The failure of a file left unfinished.
    package static var unfinished: Failure {
        Failure(.inputUnreadable, "By its name it is not complete.")
    }

    /// The failure of a file with a name that is not text.
    package static var nameNotText: Failure {
        Failure(.inputUnreadable, "Its name is not UTF-8; rename it.")
    }

    /// Returns a name that is not UTF-8 as text, with non-ASCII bytes written like `%FF`.
    package static func text(ofName bytes: some Sequence<UInt8>) -> String {
        bytes.reduce(into: "") { text, byte in
            if (0x20..<0x7F).contains(byte) {
                text.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                let digits = String(byte, radix: 16, uppercase: true)
                text += digits.count == 1 ? "%0" + digits : "%" + digits
            }
        }
    }
}
