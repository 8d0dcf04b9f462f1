import Foundation

/// The path of a file in a pack of templates.
///
/// No other path is read or written, so that none leaves the pack's folder.
enum PackPath: Hashable {
    /// What the pack is.
    case manifest
    /// The fields of a form, by the form's name in the pack.
    case template(String)
    /// The print of a page (1-based) of a form.
    case print(String, page: Int)

    /// The checksums of all other files, as `sha256sum` writes them.
    static let checksums = "SHA256SUMS"
    /// The signature of the checksums.
    static let signature = "SHA256SUMS.sig"
    /// The folders of the pack.
    static let folders = ["prints", "templates"]

    private static let longestName = 100
    private static let longestTitle = 60
    /// The number of digits of the digest that tells forms of the same name apart.
    private static let digestLength = 12
    private static let mostPages = 9_999

    /// Reads a path; nil for any other.
    init?(_ text: some StringProtocol) {
        if text == "pack.json" {
            self = .manifest
            return
        }
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2, parts[1].hasSuffix(".json") else { return nil }
        let name = parts[1].dropLast(5)
        switch parts[0] {
        case "templates" where Self.isName(name): self = .template(String(name))
        case "prints":
            guard let end = name.range(of: "-page-", options: .backwards), Self.isName(name[..<end.lowerBound]),
                let page = Int(name[end.upperBound...]), (1...Self.mostPages).contains(page),
                name[end.upperBound...] == "\(page)"
            else { return nil }
            self = .print(String(name[..<end.lowerBound]), page: page)
        default: return nil
        }
    }

    /// The path in the pack.
    var text: String {
        switch self {
        case .manifest: "pack.json"
        case .template(let name): "templates/\(name).json"
        case .print(let name, let page): "prints/\(name)-page-\(page).json"
        }
    }

    /// Maximum size of the file in bytes.
    var sizeLimit: Int {
        switch self {
        case .manifest: 64 << 10
        case .template: 16 << 20
        case .print: 8 << 20
        }
    }

    /// Returns a form's name in a pack.
    ///
    /// It has the words of its display name and the beginning of its digest.
    static func name(_ name: String, digest: String) -> String {
        let words = TypedText.key(name).split { !$0.isASCII || !($0.isLetter || $0.isNumber) }
        return String(words.joined(separator: "-").prefix(longestTitle)) + "-" + digest.prefix(digestLength)
    }

    private static func isName(_ text: some StringProtocol) -> Bool {
        (1...longestName).contains(text.utf8.count)
            && text.utf8.allSatisfy { (0x61...0x7a).contains($0) || (0x30...0x39).contains($0) || $0 == 0x2d }
    }
}
