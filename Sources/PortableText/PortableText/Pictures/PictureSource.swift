import Values
public import Foundation

/// The source of pictures; network addresses are never opened.
public struct PictureSource: Sendable {
    /// The base folder of relative paths; nil to open no path.
    private let folder: URL?
    /// Repairs a picture, or refuses it; nil takes pictures as they are.
    private var check: (@Sendable (PictureBytes) -> PictureBytes?)?

    /// The maximum size of a picture in bytes.
    private static let sizeLimit = 64 << 20

    /// Pictures in data URLs only, for documents from others.
    public static let embedded = PictureSource(folder: nil)

    /// Allows data URLs, and relative paths within a folder and its subfolders.
    public static func folder(_ url: URL) -> PictureSource { PictureSource(folder: url) }

    private init(folder: URL?) {
        self.folder = folder
    }

    /// Returns the source with a check of its pictures in place of an earlier one.
    package func checking(with check: @escaping @Sendable (PictureBytes) -> PictureBytes?) -> PictureSource {
        var source = self
        source.check = check
        return source
    }

    /// A picture, or a sentence that explains its absence.
    package enum Lookup: Hashable, Sendable {
        case picture(PictureBytes)
        case unavailable(String)
    }

    /// Looks up a picture by its data URL or path.
    package func picture(at source: String) -> Lookup {
        let found = found(at: source)
        guard case .picture(let picture) = found else { return found }
        guard let check else { return found }
        return check(picture).map(Lookup.picture) ?? .unavailable("The picture is damaged.")
    }

    private func found(at source: String) -> Lookup {
        guard !source.hasPrefix("data:") else {
            return PictureBytes(dataURL: source).map(Lookup.picture)
                ?? .unavailable("The data URL of a picture does not contain a PNG, JPEG, GIF or WebP picture.")
        }
        if source.isEmpty { return .unavailable("A picture has no address.") }
        if let path = Self.path(ofReference: source) { return exported(path, source) }
        guard SafeAddress(source)?.isAbsolute == false else {
            return .unavailable("The picture \(source.quoted) is at another address; those are not fetched.")
        }
        guard let folder else {
            return .unavailable(
                "The picture \(source.quoted) is a file; documents that are dropped or uploaded need their pictures as "
                    + "data URLs.")
        }
        return file(source, in: folder)
    }

    /// Returns the file in an export for a reference such as `image-abc-200x300-png`.
    private static func path(ofReference text: String) -> String? {
        text.wholeMatch(of: /image-([A-Za-z0-9]+-[0-9]+x[0-9]+)-([a-z0-9]+)/).map { "images/\($0.1).\($0.2)" }
    }

    private func exported(_ path: String, _ reference: String) -> Lookup {
        if let folder, case .picture(let picture) = file(path, in: folder) { return .picture(picture) }
        return .unavailable(
            "The picture \(reference.quoted) is kept by Sanity; it is not fetched, and is read only from the file "
                + "\(path.quoted) in the folder of a document that is neither dropped nor uploaded.")
    }

    private func file(_ path: String, in folder: URL) -> Lookup {
        let missing = Lookup.unavailable("There is no picture \(path.quoted) in the document's folder.")
        guard !path.utf8.contains(0), let root = realpath(folder.path, nil) else { return missing }
        defer { free(root) }
        let prefix = String(cString: root)
        let outside = Lookup.unavailable("The picture \(path.quoted) is outside the document's folder.")
        if path.hasPrefix("/") { return outside }
        guard let resolved = realpath(folder.appendingPathComponent(path).path, nil) else { return missing }
        defer { free(resolved) }
        let file = String(cString: resolved)
        guard file.hasPrefix(prefix == "/" ? prefix : prefix + "/") else { return outside }
        var status = stat()
        guard stat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size <= Self.sizeLimit,
            let bytes = try? Data(contentsOf: URL(fileURLWithPath: file)), let picture = PictureBytes(bytes)
        else { return .unavailable("The file \(path.quoted) is not a PNG, JPEG, GIF or WebP picture.") }
        return .picture(picture)
    }
}

/// A picture of a type recognised from its first bytes.
package struct PictureBytes: Hashable, Sendable {
    /// The bytes.
    package let data: Data
    /// The media type.
    package let mediaType: String

    private static let signatures: [(mediaType: String, offset: Int, bytes: [UInt8])] = [
        ("image/png", 0, [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]),
        ("image/jpeg", 0, [0xFF, 0xD8, 0xFF]), ("image/gif", 0, Array("GIF8".utf8)),
        ("image/webp", 8, Array("WEBP".utf8)),
    ]

    /// Recognises the type; nil unless browsers display it.
    package init?(_ data: Data) {
        guard let match = Self.signatures.first(where: { data.dropFirst($0.offset).starts(with: $0.bytes) }) else {
            return nil
        }
        self.data = data
        mediaType = match.mediaType
    }

    /// Decodes a Base64 data URL; nil if malformed.
    init?(dataURL: String) {
        guard let comma = dataURL.utf8.firstIndex(of: UInt8(ascii: ",")), dataURL[..<comma].hasSuffix(";base64"),
            let data = Data(base64Encoded: String(dataURL[comma...].dropFirst()), options: .ignoreUnknownCharacters)
        else { return nil }
        self.init(data)
    }

    /// The picture as a data URL.
    var dataURL: String { "data:\(mediaType);base64,\(data.base64EncodedString())" }
}
