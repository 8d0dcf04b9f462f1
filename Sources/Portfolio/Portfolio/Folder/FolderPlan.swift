package import FailureModel

/// The treatment of each entry of a dropped folder, decided before anything is stored.
///
/// The same entries give the same plan in any order. An archive is treated like a folder.
package struct FolderPlan: Hashable, Sendable {
    /// The inputs in manifest order, including unusable ones.
    package internal(set) var inputs: [PlannedInput]
    let details: Details

    /// An input of the manifest, before its bytes are known.
    package struct PlannedInput: Hashable, Sendable {
        /// The location of the content.
        package enum Source: Hashable, Sendable {
            /// The path of a file below the folder.
            case file(String)
            case link(String)
            case text(String)
            case failed(Failure)
        }

        package var source: Source
        /// The path below the folder; `nil` for an input that is not an entry.
        package var name: String?
        /// The folder of its work.
        package var work: String?
        package var title: String?
        package var description: String?
        package var caption: String?
        package var altText: String?
        package var date: String?
        package var isCover = false
    }

    /// Facts about the portfolio as a whole.
    struct Details: Hashable, Sendable {
        var title: String
        var file: PortfolioFile
        var works: [PortfolioManifest.Work]
    }

    /// Plans a folder.
    ///
    /// - Parameters:
    ///   - folderName: The name of the folder or archive, from which the title is derived.
    ///   - entries: All files at all levels, in any order, without those that systems and programs leave behind.
    ///   - file: The content of the folder's `portfolio.yaml` or `portfolio.json`.
    ///   - edition: Another edition for the book. It is checked, and has no effect on the plan.
    ///   - read: Returns the bytes of a small text file by its path: a list of links or a caption.
    /// - Throws: `too_many_inputs` with the number; `malformed_portfolio`, `text_too_long` or `invalid_url` with all
    ///   errors of the file and the edition in line order. An unusable entry affects only itself.
    package init(
        folderName: String, entries: [FolderEntry], file: PortfolioFile? = nil, edition: EditionFile? = nil,
        read: (String) throws(Failure) -> [UInt8]
    ) throws(Failure) {
        let file = file ?? PortfolioFile()
        try PortfolioLimits.check(inputs: file.inputs?.count ?? 0)
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
        try Self.check(file, edition, names: inputs.compactMap(\.name), folders: works.map(\.folder))
        self.inputs = inputs
        details = Details(title: Self.title(folderName), file: file, works: works)
    }

    /// Whether a path names the portfolio's settings file.
    package static func isPortfolioFile(_ path: String) -> Bool {
        ["portfolio.yaml", "portfolio.yml", "portfolio.json"].contains(path.lowercased())
    }

    /// The paths of the files to store, in the order of ``manifest(digests:)``.
    package var files: [String] {
        inputs.compactMap { if case .file(let path) = $0.source { path } else { nil } }
    }

    /// Returns the manifest of the folder.
    ///
    /// Files with equal bytes share one part.
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

    private static func check(
        _ file: PortfolioFile, _ other: EditionFile?, names: [String], folders: [String]
    ) throws(Failure) {
        var diagnostics = PortfolioFileCheck.diagnostics(of: file)
        if let edition = file.edition {
            diagnostics.add(under: "edition.") {
                EditionCheck.collect(edition, names: names, folders: folders, into: &$0)
            }
        }
        let others = other?.diagnostics(names: names, folders: folders, base: file.edition).inOrder ?? []
        if let failure = Failure(all: diagnostics.inOrder + others) { throw failure }
    }

    /// Keeps the cover chosen in the file, or else chooses `cover.*` at the top level.
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

    /// Returns the title of a portfolio from the name of its folder or archive.
    package static func title(_ folderName: String) -> String {
        var name = folderName.asLine
        for suffix in [".portfolio.zip", ".portfolio", ".zip"] where name.lowercased().hasSuffix(suffix) {
            name.removeLast(suffix.count)
            break
        }
        return (name.nonEmpty ?? "Portfolio").shortened(to: PortfolioLimits.title)
    }

    /// Returns the title of a work from its folder's name, without separate leading digits.
    package static func workTitle(_ folder: String) -> String {
        (numbered(folder)?.title ?? folder.asLine).shortened(to: PortfolioLimits.title)
    }

    /// Returns the number that a folder's name begins with, which orders its work.
    ///
    /// `nil` without a separate number, and for more than three digits, which are a year or a date.
    package static func workNumber(_ folder: String) -> Int? {
        numbered(folder).flatMap { $0.number.utf8.count <= 3 ? Int($0.number) : nil }
    }

    /// Splits a folder's name into its separate leading digits and the rest.
    private static func numbered(_ folder: String) -> (number: String, title: String)? {
        let name = folder.asLine
        let number = name.prefix { ("0"..."9").contains($0) }
        let rest = name[number.endIndex...]
        let title = rest.drop { " _.-–—)".contains($0) }
        // In "3D models" and "2.5 acres" the digit is part of a word or number, and "2019" has nothing else.
        if let sign = rest.first, ".,".contains(sign), rest.dropFirst().first?.isNumber == true { return nil }
        guard !number.isEmpty, title.startIndex != rest.startIndex, !title.isEmpty else { return nil }
        return (String(number), String(title))
    }
}
