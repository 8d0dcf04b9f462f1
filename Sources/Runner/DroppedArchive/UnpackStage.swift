package import Archive
package import FailureModel
import Files
import Foundation
import Pipeline

/// Unpacks a ZIP file into the store.
///
/// The whole directory is checked before the first byte is unpacked. After that, sizes are counted rather than trusted.
struct UnpackStage: Stage {
    let name: StageName = "unpack"
    let limits: DroppedLimits

    /// The fingerprint, with a version that rises whenever the same bytes give another result.
    var fingerprint: String? { "2 \(limits.entries) \(limits.depth) \(limits.byteCount) \(limits.fileSize)" }

    private static let piece = 1 << 20

    func run(_ context: StageContext) async throws -> StageOutcome {
        do {
            return try unpack(context)
        } catch let error as ArchiveError {
            guard let failure = error.failureOfUnpacking else { throw error }
            return .fail(failure)
        } catch let failure as Failure {
            return .fail(failure)
        }
    }

    private func unpack(_ context: StageContext) throws -> StageOutcome {
        let copy = try UnnamedFile()
        try Self.write(context, to: copy)
        let file = copy.descriptor
        let directory = try ZipDirectory(byteCount: context.document.byteCount, limits: limits) { range in
            try file.readRegularFile(in: range)
        }
        let files = directory.entries.filter { !$0.isFolder }
        let root = SingleFolder(of: directory.entries.map(\.path))
        var found: [String: ArchiveMembers.Member] = [:]
        try read(file, files, context) { name, member in found[name] = member }
        var members: [ArchiveMembers.Member] = []
        var artefacts: [Artefact] = []
        for entry in files {
            let path = root.path(entry.path)
            if Self.isPassedOver(path) { continue }
            guard let name = entry.name else {
                members.append(.init(path: path, byteCount: entry.byteCount, failure: DroppedNames.nameNotText))
                continue
            }
            // The library sees another archive than this code.
            guard var member = found[name] else { throw ZipFile.damaged }
            member.path = path
            members.append(member)
            guard let content = member.content else { continue }
            artefacts.append(
                Artefact(
                    name: "member-" + String(format: "%05d", members.count), mediaType: "application/octet-stream",
                    content: content, byteCount: member.byteCount))
        }
        let list = ArchiveMembers(members: members, entryCount: directory.entries.count)
        artefacts.append(
            try context.put(
                try JSONText.encode(list), named: ArchiveMembers.artefact, mediaType: "application/json"))
        return .done(artefacts)
    }

    private static func isPassedOver(_ path: String) -> Bool {
        path.split(separator: "/").contains {
            DroppedNames.isPassedOver(String($0)) && !DroppedNames.isUnfinished(String($0))
        }
    }

    /// Reads the members listed in the directory.
    private func read(
        _ file: FileDescriptor, _ files: [ZipDirectory.Entry], _ context: StageContext,
        _ take: (String, ArchiveMembers.Member) -> Void
    ) throws {
        if files.isEmpty { return }
        let expected = Set(files.compactMap(\.name))
        let hasOtherNames = expected.count < files.count
        let reader = try ArchiveReader(descriptor: file.rawValue, format: .zip, isForeign: true)
        var total: Int64 = 0
        var count = 0
        while true {
            let next: ArchiveReader.Entry?
            do throws(ArchiveError) {
                next = try reader.next()
            } catch {
                // The name is not UTF-8; all others have been checked.
                guard error.code == .unsafeName, hasOtherNames, count < files.count else { throw error }
                count += 1
                continue
            }
            guard let entry = next else { return }
            count += 1
            guard expected.contains(entry.name), count <= files.count else { throw ZipFile.damaged }
            try context.checkCancellation()
            var member = ArchiveMembers.Member(path: entry.name, byteCount: entry.byteCount)
            if Self.isPassedOver(entry.name) { continue }
            if entry.name.split(separator: "/").contains(where: { DroppedNames.isUnfinished(String($0)) }) {
                member.failure = DroppedNames.unfinished
            } else if entry.byteCount > limits.fileSize {
                member.failure = limits.fileTooLarge
            } else {
                let stored = try store(reader, after: total, context)
                total += stored.byteCount
                member.byteCount = stored.byteCount
                member.content = stored.content
            }
            take(entry.name, member)
            context.reportProgress(completed: count, total: files.count, unit: "file")
        }
    }

    /// Stores the bytes of the current member.
    private func store(_ reader: ArchiveReader, after total: Int64, _ context: StageContext) throws -> StoredBytes {
        let upload = try context.artefacts.upload()
        var count: Int64 = 0
        do {
            while case let bytes = try reader.read(upTo: Self.piece), !bytes.isEmpty {
                count += Int64(bytes.count)
                try limits.check(byteCount: total + count)
                try upload.append(bytes)
            }
            try reader.checkEnd()
        } catch {
            upload.discard()
            throw error
        }
        return try upload.commit()
    }

    /// Copies the archive into a file, which libarchive needs for seeking.
    private static func write(_ context: StageContext, to copy: borrowing UnnamedFile) throws {
        var offset: Int64 = 0
        while offset < context.document.byteCount {
            let bytes = try context.artefacts.read(context.document.content, in: offset..<offset + Int64(piece))
            if bytes.isEmpty { break }
            try copy.descriptor.writeAll(bytes)
            offset += Int64(bytes.count)
        }
        try copy.rewind()
    }
}

extension ArchiveError {
    /// The failure of an archive; `nil` for a system error, where a retry may succeed.
    package var failureOfUnpacking: Failure? {
        switch code {
        case .damaged, .wrongByteCount: ZipFile.damaged
        case .encrypted: Failure.encryptedArchive
        case .unsafeName: Failure(.unsafeArchive, "A member's name is empty or leads out of the archive.")
        case .notAFile: Failure(.unsafeArchive, "A member is a link or a device.")
        case .libraryMissing: Failure(.toolMissing, "The archive cannot be unpacked, since \(detail).")
        case .system: nil
        }
    }
}

/// The single top folder of an archive, which is left out of paths.
struct SingleFolder {
    private let prefix: String

    /// - Parameter names: the names of all entries.
    init(of names: [String]) {
        let meant = names.filter { name in
            !name.split(separator: "/").contains { DroppedNames.isPassedOver(String($0)) }
        }
        let tops = Set(meant.map { $0.prefix { $0 != "/" } })
        let isFolder = meant.allSatisfy { $0.contains("/") }
        prefix = tops.count == 1 && isFolder ? String(tops.first ?? "") + "/" : ""
    }

    /// Returns the path of an entry within the folder.
    func path(_ name: String) -> String {
        name.hasPrefix(prefix) ? String(name.dropFirst(prefix.count)) : name
    }
}
