package import FailureModel

/// What becomes of each entry of a dropped folder or archive, decided before anything is stored.
///
/// The same entries give the same plan in whatever order they come.
package struct FolderPlan: Hashable, Sendable {
    /// The inputs in the order of the manifest; those that cannot be used included.
    package internal(set) var inputs: [PlannedInput]
    /// What is no input, and why.
    package internal(set) var passedOver: [PassedOver]
    let details: Details

    /// An input of the manifest, before its bytes are known.
    package struct PlannedInput: Hashable, Sendable {
        /// Where its content is.
        package enum Source: Hashable, Sendable {
            /// The path of a file below the folder.
            case file(String)
            case link(String)
            case text(String)
            case failed(Failure)
        }

        package var source: Source
        /// The path below the folder; nil for what is no entry.
        package var name: String?
        /// The folder of the work to which it belongs.
        package var work: String?
        package var title: String?
        package var description: String?
        package var caption: String?
        package var altText: String?
        package var date: String?
        package var isCover = false
    }

    /// An entry that is no input.
    package struct PassedOver: Hashable, Sendable {
        package enum Reason: String, Hashable, Sendable, Codable {
            /// What file managers and archivers leave behind.
            case system
            /// A name that begins with a dot.
            case hidden
            /// A name that programs use while they still write a file.
            case unfinished
        }

        package var path: String
        package var reason: Reason
    }

    /// What is said about the portfolio as a whole.
    struct Details: Hashable, Sendable {
        var title: String
        var file: PortfolioFile
        var works: [PortfolioManifest.Work]
    }

    /// Plans a folder.
    ///
    /// - Parameters:
    ///   - folderName: The name of the folder or archive, from which the title is taken.
    ///   - entries: All entries at all levels, in any order.
    ///   - file: What the folder's `portfolio.yaml` or `portfolio.json` says.
    ///   - read: Returns the bytes of a small text file by its path: a list of links or a caption.
    /// - Throws: `too_many_inputs` with the number, `malformed_portfolio`, `text_too_long` or `invalid_url` with all
    ///   mistakes of the file. An entry that cannot be used costs only itself.
    package init(
        folderName: String, entries: [FolderEntry], file: PortfolioFile? = nil,
        read: (String) throws(Failure) -> [UInt8]
    ) throws(Failure) {
        try Self.checkLimits(entries)
        let file = file ?? PortfolioFile()
        try PortfolioFileCheck.check(file)
        var reader = FolderReader(entries: entries)
        reader.readAll(read)
        try PortfolioLimits.check(inputs: reader.inputs.count)
        var inputs = PortfolioFileMerge.merge(file, into: reader.inputs)
        try PortfolioLimits.check(inputs: inputs.count)
        Self.chooseCover(&inputs)
        var works: [PortfolioManifest.Work] = []
        for folder in inputs.compactMap(\.work) where !works.contains(where: { $0.folder == folder }) {
            works.append(.init(folder: folder, title: Self.workTitle(folder)))
        }
        if let edition = file.edition {
            var mistakes = MistakeList(file: file.name, lines: file.lines, prefix: "edition.")
            EditionCheck.collect(
                edition, names: inputs.compactMap(\.name), folders: works.map(\.folder), into: &mistakes)
            try mistakes.check()
        }
        self.inputs = inputs
        passedOver = reader.passedOver
        details = Details(title: Self.title(folderName), file: file, works: works)
    }

    /// The paths of the files to be stored, in the order in which ``manifest(digests:)`` takes their digests.
    package var files: [String] {
        inputs.compactMap { if case .file(let path) = $0.source { path } else { nil } }
    }

    /// Returns the manifest of the folder.
    ///
    /// Files of the same bytes are one part.
    ///
    /// - Parameter digests: The SHA-256 of each of ``files`` in hexadecimal digits, in the same order.
    /// - Returns: The manifest, with the inputs in the order of the plan.
    package func manifest(digests: [String]) -> PortfolioManifest {
        var parts = PartNumbers()
        var rest = digests[...]
        let inputs = inputs.map { input in
            let source: PortfolioManifest.Source =
                switch input.source {
                case .file:
                    if let content = rest.popFirst() {
                        .file(part: parts.number(of: content), content: content)
                    } else {
                        .failed(code: ErrorCode.inputMissing.rawValue, message: "The file has gone.")
                    }
                case .link(let address): .link(address)
                case .text(let text): .text(text)
                case .failed(let failure): .failed(code: failure.code.rawValue, message: failure.message)
                }
            return PortfolioManifest.Input(
                source, name: input.name, work: input.work, title: input.title, description: input.description,
                caption: input.caption, altText: input.altText, date: input.date, isCover: input.isCover)
        }
        let file = details.file
        return PortfolioManifest(
            title: file.title?.asLine.nonEmpty ?? details.title, subtitle: file.subtitle?.asLine ?? "",
            category: file.category?.asLine ?? "", user: file.user?.asLine ?? "",
            language: file.language ?? "en", date: file.date, contact: file.contact ?? PortfolioContact(),
            metrics: file.metrics ?? [], works: details.works, inputs: inputs, edition: file.edition)
    }

    // MARK: - Rules

    private static func checkLimits(_ entries: [FolderEntry]) throws(Failure) {
        guard entries.count <= PortfolioLimits.entries else {
            throw Failure(
                .tooManyInputs,
                "The folder has \(entries.count) entries; at most \(PortfolioLimits.entries) are allowed.")
        }
        var size: Int64 = 0
        var depth = 0
        for entry in entries {
            var levels = entry.path.utf8.count { $0 == UInt8(ascii: "/") }
            if entry.kind == .folder { levels += 1 }
            depth = max(depth, levels)
            if case .file(let bytes) = entry.kind {
                let (sum, isOver) = size.addingReportingOverflow(max(0, bytes))
                size = isOver ? .max : sum
            }
        }
        guard depth <= PortfolioLimits.depth else {
            throw Failure(
                .tooManyInputs, "The folder has \(depth) levels; at most \(PortfolioLimits.depth) are allowed.")
        }
        guard size <= PortfolioLimits.totalSize else {
            throw Failure(
                .tooManyInputs, "The folder has \(size) bytes; at most \(PortfolioLimits.totalSize) are allowed.")
        }
    }

    /// What the person chose in the file, or else `cover.*` beside it.
    private static func chooseCover(_ inputs: inout [PlannedInput]) {
        if let chosen = inputs.firstIndex(where: \.isCover) {
            for index in inputs.indices where index != chosen { inputs[index].isCover = false }
            return
        }
        let cover = inputs.firstIndex { input in
            guard case .file(let path) = input.source else { return false }
            let lower = path.lowercased()
            return lower.hasPrefix("cover.") && !lower.contains("/")
                && ![".txt", ".md"].contains(where: lower.hasSuffix)
        }
        if let cover { inputs[cover].isCover = true }
    }

    /// The title of a portfolio by the name of its folder or archive.
    package static func title(_ folderName: String) -> String {
        var name = folderName.asLine
        for suffix in [".portfolio.zip", ".portfolio", ".zip"] where name.lowercased().hasSuffix(suffix) {
            name.removeLast(suffix.count)
            break
        }
        return (name.nonEmpty ?? "Portfolio").shortened(to: PortfolioLimits.title)
    }

    /// The title of a work by the name of its folder: without leading digits that stand apart from the name.
    package static func workTitle(_ folder: String) -> String {
        let name = folder.asLine
        let rest = name.drop { ("0"..."9").contains($0) }
        let title = rest.drop { " _.-–—)".contains($0) }
        // In "3D models" the digit is part of a word, and in "2019" all that there is.
        let isApart = rest.startIndex != name.startIndex && title.startIndex != rest.startIndex
        return (isApart && !title.isEmpty ? String(title) : name).shortened(to: PortfolioLimits.title)
    }
}
