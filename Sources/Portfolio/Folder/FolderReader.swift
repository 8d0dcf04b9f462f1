import FailureModel
import Foundation

/// Makes inputs of the entries of a folder.
struct FolderReader {
    private(set) var inputs: [FolderPlan.PlannedInput] = []
    private(set) var passedOver: [FolderPlan.PassedOver] = []
    private let entries: [FolderEntry]
    /// The files that can be inputs, with their captions' files.
    private var captions: [String: FolderEntry] = [:]

    /// The greatest size of a list of links and of a caption, in bytes.
    private static let (listSize, captionSize): (Int64, Int64) = (2 << 20, 64 << 10)

    init(entries: [FolderEntry]) {
        self.entries = entries.map { (NaturalKey($0.path), $0) }.sorted { $0.0 < $1.0 }.map(\.1)
    }

    mutating func readAll(_ read: (String) throws(Failure) -> [UInt8]) {
        var usable: [FolderEntry] = []
        for entry in entries where entry.kind != .folder {
            if let reason = Self.reasonToPass(entry.path) {
                passedOver.append(.init(path: entry.path, reason: reason))
            } else if !Self.isManifest(entry.path) {
                usable.append(entry)
            }
        }
        let files = Set(usable.compactMap { if case .file = $0.kind { $0.path } else { nil } })
        for entry in usable where entry.path.lowercased().hasSuffix(".txt") {
            let picture = String(entry.path.dropLast(4))
            guard case .file = entry.kind, files.contains(picture) else { continue }
            captions[picture] = entry
        }
        let captionFiles = Set(captions.values.map(\.path))
        for entry in usable where !captionFiles.contains(entry.path) { add(entry, read) }
    }

    private mutating func add(_ entry: FolderEntry, _ read: (String) throws(Failure) -> [UInt8]) {
        var input = FolderPlan.PlannedInput(source: .file(entry.path), name: entry.path, work: Self.work(entry.path))
        guard Self.isWithinFolder(entry.path) else {
            input.work = nil
            input.source = .failed(Failure(.inputUnreadable, "The name leads out of the folder."))
            inputs.append(input)
            return
        }
        switch entry.kind {
        case .folder: return
        case .link: input.source = .failed(Failure(.inputUnreadable, "It is a link, and links are not followed."))
        case .special: input.source = .failed(Failure(.inputUnreadable, "It is not a regular file."))
        case .unreadableName: input.source = .failed(Failure(.inputUnreadable, "Its name is not UTF-8."))
        case .file(let size):
            if size <= 0 {
                input.source = .failed(Failure(.inputEmpty, "The file has no bytes."))
            } else if size > PortfolioLimits.fileSize {
                input.source = .failed(
                    Failure(
                        .inputTooLarge, "The file has \(size) bytes; at most \(PortfolioLimits.fileSize) are allowed."))
            } else if entry.path.lowercased().split(separator: "/").last == "links.txt" {
                addLinks(entry, size: size, read)
                return
            }
            inputs.append(input)
            addCaption(of: entry, read)
            return
        }
        inputs.append(input)
    }

    /// Adds the links of a list, each as one input.
    private mutating func addLinks(_ entry: FolderEntry, size: Int64, _ read: (String) throws(Failure) -> [UInt8]) {
        let work = Self.work(entry.path)
        do throws(Failure) {
            guard size <= Self.listSize else {
                throw Failure(.textTooLong, "The list has \(size) bytes; at most \(Self.listSize) are allowed.")
            }
            for link in LinkList.entries(of: TextBytes.text(Data(try read(entry.path)))) {
                var input = FolderPlan.PlannedInput(source: .text(""), work: work, title: link.title)
                switch link.address {
                case .success(let address): input.source = .link(address.text)
                case .failure(let failure):
                    // The line is in the message, since a link has no name.
                    input.source = .failed(
                        Failure(failure.code, "\(entry.path), line \(link.line): \(failure.message)"))
                }
                inputs.append(input)
            }
        } catch {
            inputs.append(.init(source: .failed(error), name: entry.path, work: work))
        }
    }

    /// Reads the caption of the file that was added last; one that cannot be used is an input that failed.
    private mutating func addCaption(of entry: FolderEntry, _ read: (String) throws(Failure) -> [UInt8]) {
        guard let caption = captions[entry.path], case .file(let size) = caption.kind, size > 0 else { return }
        do throws(Failure) {
            guard size <= Self.captionSize else {
                throw Failure(.textTooLong, "The caption has \(size) bytes; at most \(Self.captionSize) are allowed.")
            }
            let text = TextBytes.text(Data(try read(caption.path))).asLine
            if let failure = PortfolioLimits.failure(of: text, "The caption", limit: PortfolioLimits.caption) {
                throw Failure(failure.code, failure.message)
            }
            inputs[inputs.count - 1].caption = text.nonEmpty
        } catch {
            inputs.append(.init(source: .failed(error), name: caption.path, work: Self.work(caption.path)))
        }
    }

    // MARK: - Names

    /// The folder at the top level, which is a work; nil for what lies beside the works.
    private static func work(_ path: String) -> String? {
        let levels = path.split(separator: "/")
        return levels.count > 1 ? String(levels[0]) : nil
    }

    private static func isManifest(_ path: String) -> Bool {
        ["portfolio.yaml", "portfolio.yml", "portfolio.json"].contains(path.lowercased())
    }

    private static func isWithinFolder(_ path: String) -> Bool {
        !path.utf8.contains(0)
            && path.split(separator: "/", omittingEmptySubsequences: false).allSatisfy {
                !["", ".", ".."].contains($0)
            }
    }

    private static func reasonToPass(_ path: String) -> FolderPlan.PassedOver.Reason? {
        let levels = path.split(separator: "/", omittingEmptySubsequences: false)
        for level in levels {
            let name = level.lowercased()
            if ["__macosx", "thumbs.db", "desktop.ini", ".ds_store"].contains(name) { return .system }
            if name.hasPrefix("."), name != ".", name != ".." { return .hidden }
        }
        let last = levels.last?.lowercased() ?? ""
        return [".part", ".crdownload"].contains(where: last.hasSuffix) ? .unfinished : nil
    }
}
