import FailureModel
import Foundation

/// Converts the entries of a folder to inputs.
struct FolderReader {
    private(set) var inputs: [FolderPlan.PlannedInput] = []
    private let entries: [FolderEntry]
    /// The caption files, by the paths of the files that they describe.
    private var captions: [String: FolderEntry] = [:]

    /// The maximum sizes in bytes of a list of links and of a caption.
    private static let (listSize, captionSize): (Int64, Int64) = (2 << 20, 64 << 10)

    init(entries: [FolderEntry]) {
        self.entries = entries.filter { !FolderPlan.isPortfolioFile($0.path) || (try? $0.size.get()) == nil }
            .map { (NaturalKey($0.path), $0) }.sorted { $0.0 < $1.0 }.map(\.1)
    }

    mutating func readAll(_ read: (String) throws(Failure) -> [UInt8]) {
        let files = Set(entries.compactMap { if case .success = $0.size { $0.path } else { nil } })
        for entry in entries where files.contains(entry.path) && entry.path.lowercased().hasSuffix(".txt") {
            let described = String(entry.path.dropLast(".txt".count))
            if files.contains(described) { captions[described] = entry }
        }
        let captionFiles = Set(captions.values.map(\.path))
        for entry in entries where !captionFiles.contains(entry.path) { add(entry, read) }
    }

    private mutating func add(_ entry: FolderEntry, _ read: (String) throws(Failure) -> [UInt8]) {
        var input = FolderPlan.PlannedInput(source: .file(entry.path), name: entry.path, work: Self.work(entry.path))
        switch entry.size {
        case _ where !Self.isWithinFolder(entry.path):
            input.work = nil
            input.source = .failed(Failure(.inputUnreadable, "The name leads out of the folder."))
        case .failure(let failure): input.source = .failed(failure)
        case .success(...0): input.source = .failed(Failure(.inputEmpty, "The file has no bytes."))
        case .success(let size) where entry.path.lowercased().split(separator: "/").last == "links.txt":
            return addLinks(entry, size: size, read)
        case .success where StrayFiles.isForPrograms(entry.path): input.source = .failed(Self.forPrograms)
        case .success:
            inputs.append(input)
            return addCaption(of: entry, read)
        }
        inputs.append(input)
    }

    /// Adds each link of a list as an input.
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
                    input.name = "\(entry.path), line \(link.line)"
                    input.source = .failed(failure)
                }
                inputs.append(input)
            }
        } catch {
            inputs.append(.init(source: .failed(error), name: entry.path, work: work))
        }
    }

    /// Reads the caption of the last added file; an unusable caption becomes a failed input.
    private mutating func addCaption(of entry: FolderEntry, _ read: (String) throws(Failure) -> [UInt8]) {
        guard let caption = captions[entry.path], case .success(let size) = caption.size, size > 0 else { return }
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

    private static let forPrograms = Failure(
        .unsupportedType, "By its name it is a file for programs; give it the extension .txt to print it as a text.")

    // MARK: - Names

    /// Returns the top-level folder, which is a work; `nil` for files outside works.
    private static func work(_ path: String) -> String? {
        let levels = path.split(separator: "/")
        return levels.count > 1 ? String(levels[0]) : nil
    }

    private static func isWithinFolder(_ path: String) -> Bool {
        !path.utf8.contains(0)
            && path.split(separator: "/", omittingEmptySubsequences: false).allSatisfy {
                !["", ".", ".."].contains($0)
            }
    }
}
