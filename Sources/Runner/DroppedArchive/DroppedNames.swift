package import FailureModel

/// What the names in a dropped folder or archive tell, without a look at the files.
package enum DroppedNames {
    /// The suffixes that browsers and copying programs give to files that are not complete.
    package static let unfinishedSuffixes = [
        ".part", ".partial", ".crdownload", ".download", ".tmp", ".temp", ".filepart", ".opdownload",
    ]

    /// What systems add to folders and archives without being asked, in lower case.
    private static let systemNames: Set<String> = ["__macosx", "thumbs.db", "desktop.ini"]

    /// Whether a name says that the file is still being written.
    ///
    /// - Parameter name: one component of a path.
    /// - Returns: whether it does.
    package static func isUnfinished(_ name: String) -> Bool {
        let lower = name.lowercased()
        return unfinishedSuffixes.contains { lower.hasSuffix($0) } || isOfRsync(name)
    }

    /// Whether the name is like `.picture.jpg.Zt4Qm1`, with six random letters and digits.
    ///
    /// A suffix of six small letters alone is taken for one that a person chose: only one in 180 of rsync's names is
    /// mistaken for such, and rsync has its file open.
    private static func isOfRsync(_ name: String) -> Bool {
        let parts = name.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count > 2, parts[0].isEmpty, let last = parts.last else { return false }
        return last.utf8.count == 6 && last.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
            && last.contains { $0.isUppercase || $0.isNumber }
    }

    /// Whether a file or folder is passed over without a word: what systems and editors add, and hidden files.
    ///
    /// - Parameter name: one component of a path.
    /// - Returns: whether it is.
    package static func isPassedOver(_ name: String) -> Bool {
        name.hasPrefix(".") || name.hasPrefix("~$") || systemNames.contains(name.lowercased())
    }

    /// The failure of a file that nobody finished writing.
    package static var unfinished: Failure {
        Failure(.inputUnreadable, "By its name it is not complete.")
    }

    /// The failure of a file whose name is not text.
    package static var nameNotText: Failure {
        Failure(.inputUnreadable, "Its name is not UTF-8; rename it.")
    }

    /// Returns text for a name that is not UTF-8, in which every byte that is not ASCII is written like `%FF`.
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
