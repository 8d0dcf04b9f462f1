import Foundation

/// The name of a file with several copies.
struct PileName {
    private let path: NSString
    /// The file name of the copies without number and extension.
    private let stem: String

    /// Creates the name of a file at a path.
    ///
    /// Its copies are named by `stem`, or else by the file.
    init(_ path: String, stem: String? = nil) {
        self.path = NSString(string: path)
        self.stem = stem ?? Self.stem(of: path)
    }

    /// Returns a path's file name without the extension.
    static func stem(of path: String) -> String {
        NSString(string: NSString(string: path).lastPathComponent).deletingPathExtension
    }

    /// Returns the path of a copy, such as `scans/pile (2).tiff`.
    func path(ofCopy number: Int) -> String {
        let folder = path.deletingLastPathComponent
        let suffix = path.pathExtension
        let name = "\(stem) (\(number))" + (suffix.isEmpty ? "" : ".\(suffix)")
        return folder.isEmpty ? name : NSString(string: folder).appendingPathComponent(name)
    }

    /// Returns the name of a copy in another format, such as `pile (2).pdf`.
    func copy(_ number: Int, as suffix: String) -> String { "\(stem) (\(number)).\(suffix)" }
}
