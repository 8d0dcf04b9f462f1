import Foundation

/// The name of a file with several copies.
struct PileName {
    private let path: NSString

    /// Creates the name of a file at a path.
    init(_ path: String) { self.path = NSString(string: path) }

    /// Returns the path of a copy, such as `scans/pile (2).tiff`.
    func path(ofCopy number: Int) -> String {
        let suffix = path.pathExtension
        return "\(path.deletingPathExtension) (\(number))" + (suffix.isEmpty ? "" : ".\(suffix)")
    }

    /// Returns the name of a copy in another format, such as `pile (2).pdf`.
    func copy(_ number: Int, as suffix: String) -> String {
        "\(NSString(string: path.lastPathComponent).deletingPathExtension) (\(number)).\(suffix)"
    }
}
