extension PortfolioManifest {
    /// Returns what people know an input by: its name as dropped, or else its title, its address, or its number from 1.
    package func label(of input: Int) -> String {
        guard inputs.indices.contains(input) else { return "input \(input + 1)" }
        let given = inputs[input]
        if let label = given.name?.asLine.nonEmpty ?? given.title?.asLine.nonEmpty { return label }
        return switch given.source {
        case .link(let address): address
        case .text: "text \(input + 1)"
        case .file, .failed: "input \(input + 1)"
        }
    }

    /// The texts that are named like the caption of a picture, video or PDF that was not dropped, with the name of that
    /// file: of `wall.jpg.txt` it is `wall.jpg`.
    ///
    /// They are shown as texts, which is hardly what was meant: often the picture was renamed.
    package var captionsWithoutFile: [(input: Int, file: String)] {
        let names = Set(inputs.compactMap(\.name))
        return inputs.enumerated().compactMap { index, input in
            guard case .file = input.source, let name = input.name, name.lowercased().hasSuffix(".txt") else {
                return nil
            }
            let file = String(name.dropLast(".txt".count))
            guard Self.captioned.contains(where: file.lowercased().hasSuffix), !names.contains(file) else { return nil }
            return (index, file)
        }
    }

    /// How the names of files end that have captions.
    private static let captioned = [
        ".jpg", ".jpeg", ".png", ".webp", ".heic", ".heif", ".avif", ".gif", ".tif", ".tiff", ".svg", ".pdf", ".mp4",
        ".m4v", ".mov", ".webm",
    ]
}
