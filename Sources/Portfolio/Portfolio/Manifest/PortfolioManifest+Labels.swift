extension PortfolioManifest {
    /// Returns a label for an input.
    ///
    /// It is the dropped name, or else the title, the address, or the number from 1.
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

    /// The texts named like the caption of a missing picture, video or PDF.
    ///
    /// The caption `wall.jpg.txt` has the file `wall.jpg`. Such captions are shown as texts, which is rarely intended:
    /// often the picture was renamed.
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

    /// The texts outside works that are probably not meant for readers, such as `notes.txt`.
    package var privateTexts: [Int] {
        inputs.indices.filter { index in
            guard case .file = inputs[index].source, inputs[index].work == nil, let name = inputs[index].name else {
                return false
            }
            return StrayFiles.isPrivate(name)
        }
    }

    /// The file extensions that can have captions.
    private static let captioned = [
        ".jpg", ".jpeg", ".png", ".webp", ".heic", ".heif", ".avif", ".gif", ".tif", ".tiff", ".svg", ".pdf", ".mp4",
        ".m4v", ".mov", ".webm",
    ]
}
