package import DroppedArchive
import FailureModel
import Files
package import Foundation
package import Pipeline
package import Portfolio
import PortfolioFiles
package import WatchFolder

/// Takes in dropped portfolios and editions.
///
/// These are the folders `NAME.portfolio`, the archives `NAME.portfolio.zip` and the editions `NAME.edition.yaml`.
package struct PortfolioHandler: TreeHandler {
    package let kind: any Kind
    private let input: any Kind
    private var edition: EditionFile?

    /// Creates the handler.
    ///
    /// - Parameters:
    ///   - kind: the kind of portfolios.
    ///   - input: the kind of their files.
    package init(kind: any Kind, input: any Kind) {
        self.kind = kind
        self.input = input
    }

    /// Returns a handler that also checks an edition against each folder before storing anything.
    package func checking(_ edition: EditionFile) -> PortfolioHandler {
        var handler = self
        handler.edition = edition
        return handler
    }

    package var limits: DroppedLimits {
        DroppedLimits(
            entries: PortfolioLimits.entries, depth: PortfolioLimits.depth, byteCount: PortfolioLimits.totalSize,
            fileSize: PortfolioLimits.fileSize)
    }

    package func role(of name: String, isFolder: Bool) -> TreeRole? {
        func stem(_ suffixes: String...) -> String? {
            let lower = name.lowercased()
            return suffixes.first { lower.hasSuffix($0) && lower.count > $0.count }.map {
                String(name.dropLast($0.count))
            }
        }
        if isFolder { return stem(".portfolio").map { .folder(stem: $0) } }
        return stem(".portfolio.zip").map { .archive(stem: $0) }
            ?? stem(".edition.yaml", ".edition.yml", ".edition.json").map { .inputs(stem: $0) }
    }

    package func plan(for tree: DroppedTree, owner: OwnerID) throws -> TreePlan {
        let entries = tree.entries.map { entry in
            entry.failure.map { FolderEntry(entry.path, failure: $0) }
                ?? FolderEntry(entry.path, size: entry.byteCount)
        }
        let plan = try FolderPlan(
            folderName: tree.stem + ".portfolio", entries: entries, file: try Self.file(of: tree), edition: edition
        ) { path throws(Failure) in
            do {
                return Array(try tree.bytes(of: path, limit: 4 << 20))
            } catch {
                throw Failure(error)
            }
        }
        let files = plan.files.map { TreePlan.File(path: $0, kind: input, name: Self.documentName) }
        return TreePlan(files: files) { stored in try Self.whole(of: plan, stored, owner) }
    }

    package func inputs(in bytes: Data, named fileName: String, forWhole whole: Data) throws -> [PipelineClient.Input] {
        let manifest = try JSONDecoder().decode(PortfolioManifest.self, from: whole)
        return try PortfolioFileReader.edition(bytes, name: fileName).checked(against: manifest).inputs()
    }

    // MARK: Steps

    /// The name of all documents, which hides the file names.
    private static let documentName = "input"

    /// Returns the content of the folder's own file.
    ///
    /// A file that is a link or not a regular file is a failed input without content.
    private static func file(of tree: DroppedTree) throws -> PortfolioFile? {
        let files = tree.entries.filter { FolderPlan.isPortfolioFile($0.path) && $0.failure == nil }
        guard let entry = files.first else { return nil }
        guard files.count == 1 else {
            throw Failure(
                .malformedPortfolio, "There are \(files.count) files that say how the portfolio is to be; keep one.")
        }
        guard entry.byteCount <= PortfolioFileReader.sizeLimit else {
            throw Failure(
                .inputTooLarge, "\(entry.path) is larger than the limit of \(PortfolioFileReader.sizeLimit >> 10) KB.")
        }
        let bytes = try tree.bytes(of: entry.path, limit: PortfolioFileReader.sizeLimit)
        return try PortfolioFileReader.portfolio(bytes, name: entry.path)
    }

    private static func whole(
        of plan: FolderPlan, _ stored: [String: Result<StoredPart, Failure>], _ owner: OwnerID
    ) throws -> TreeWhole {
        var failures: [String: Failure] = [:]
        for (path, result) in stored {
            if case .failure(let failure) = result { failures[path] = failure }
        }
        let plan = plan.failing(failures)
        guard plan.hasContent else { throw noContent(plan) }
        var digests: [String] = []
        var parts: [DocumentID] = []
        for path in plan.files {
            guard case .success(let part) = stored[path] else {
                throw Failure(.inputMissing, "\(path) was not stored.")
            }
            // One part for each distinct content, in manifest order.
            if !digests.contains(part.content.hex) { parts.append(part.document) }
            digests.append(part.content.hex)
        }
        let manifest = try JSONText.compact(plan.manifest(digests: digests))
        return TreeWhole(
            id: DocumentID(ofPortfolio: manifest, owner: owner), manifest: manifest, mediaType: "application/json",
            fileName: "portfolio.json", parts: parts, inputs: [])
    }

    private static func noContent(_ plan: FolderPlan) -> Failure {
        let reasons = plan.inputs.prefix(20).compactMap { input -> String? in
            guard case .failed(let failure) = input.source else { return nil }
            return "\(input.name ?? "an input"): \(failure.message)"
        }
        let text =
            plan.inputs.isEmpty
            ? "The folder has no picture, video, PDF, text or link."
            : plan.inputs.count == 1
                ? "The only input cannot be used." : "None of the \(plan.inputs.count) inputs can be used."
        return Failure(.noContent, ([text] + reasons).joined(separator: " "))
    }
}
