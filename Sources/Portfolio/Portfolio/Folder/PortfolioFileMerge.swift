import FailureModel
import Values

/// Merges the entries of a `portfolio.yaml` with the files in its folder.
enum PortfolioFileMerge {
    /// The maximum number of missing files with a suggestion, which is slow in large folders.
    private static let mostNearest = 20

    /// Returns the listed inputs in file order, then the unlisted ones.
    ///
    /// A file named by several entries is at the position of the first and has the details of the last.
    static func merge(_ file: PortfolioFile, into found: [FolderPlan.PlannedInput]) -> [FolderPlan.PlannedInput] {
        guard let listed = file.inputs else { return found }
        var found = found
        var order: [Int] = []
        var placed: Set<Int> = []
        var extra: [Int: FolderPlan.PlannedInput] = [:]
        var missing = 0
        for entry in listed {
            switch entry.source {
            case .file(let text):
                guard let pattern = GlobPattern(text) else {
                    append(failed(.inputUnreadable, "The name is empty or leads out of the folder.", text))
                    continue
                }
                let matches = found.indices.filter { found[$0].name.map(pattern.matches) ?? false }
                if matches.isEmpty {
                    missing += 1
                    let nearest = missing <= mostNearest ? nearest(to: text, in: found) : nil
                    let hint = nearest.map { "; the nearest is \($0)" } ?? ""
                    append(failed(.inputMissing, "There is no file with that name\(hint).", text))
                }
                for (place, index) in matches.enumerated() {
                    found[index].take(entry, isFirst: place == 0)
                    if placed.insert(index).inserted { order.append(index) }
                }
            case .url(let text):
                var input = FolderPlan.PlannedInput(source: .text(""))
                switch WebAddress.checked(text) {
                case .success(let address): input.source = .link(address.text)
                case .failure(let failure): input.source = .failed(failure)
                }
                input.take(entry, isFirst: false)
                append(input)
            case .text(let text):
                var input = FolderPlan.PlannedInput(source: .text(text.asText))
                input.take(entry, isFirst: false)
                append(input)
            }
        }
        func append(_ input: FolderPlan.PlannedInput) {
            // Entries without a file are numbered after all files.
            let number = found.count + extra.count
            extra[number] = input
            order.append(number)
        }
        return order.compactMap { extra[$0] ?? found[$0] }
            + found.indices.filter { !placed.contains($0) }.map { found[$0] }
    }

    /// Returns the file probably meant, or `nil` for a pattern or without a near name.
    private static func nearest(to text: String, in found: [FolderPlan.PlannedInput]) -> String? {
        if text.contains(where: { "*?[".contains($0) }) { return nil }
        let names = found.compactMap { input -> String? in
            if case .failed = input.source { return nil }
            return input.name
        }
        return NearestName.nearest(to: text, in: names)?.asLine.shortened(to: PortfolioLimits.title)
    }

    private static func failed(_ code: ErrorCode, _ message: String, _ name: String) -> FolderPlan.PlannedInput {
        .init(source: .failed(Failure(code, message)), name: name.asLine.shortened(to: PortfolioLimits.title))
    }
}

extension FolderPlan.PlannedInput {
    /// Copies the details of the entry to the input.
    fileprivate mutating func take(_ entry: PortfolioFile.Input, isFirst: Bool) {
        title = entry.title?.asLine.nonEmpty ?? title
        description = entry.description?.asText.nonEmpty ?? description
        caption = entry.caption?.asLine.nonEmpty ?? caption
        altText = entry.altText?.asLine.nonEmpty ?? altText
        date = entry.date ?? date
        if entry.isCover && isFirst { isCover = true }
    }
}
