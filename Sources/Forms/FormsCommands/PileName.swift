/// The name of a file with several copies.
struct PileName {
    private let folder: Substring
    private let stem: Substring
    private let suffix: Substring

    /// Divides the path of a file.
    init(_ path: String) {
        let start = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
        // A name that begins with a dot has no suffix by it.
        let dot = path[start...].dropFirst().lastIndex(of: ".") ?? path.endIndex
        (folder, stem, suffix) = (path[..<start], path[start..<dot], path[dot...].dropFirst())
    }

    /// Returns the path of a copy, such as `scans/pile (2).tiff`.
    func path(ofCopy number: Int) -> String {
        "\(folder)\(stem) (\(number))\(suffix.isEmpty ? "" : ".\(suffix)")"
    }

    /// Returns the name of a copy in another format, such as `pile (2).pdf`.
    func copy(_ number: Int, as suffix: String) -> String { "\(stem) (\(number)).\(suffix)" }
}
