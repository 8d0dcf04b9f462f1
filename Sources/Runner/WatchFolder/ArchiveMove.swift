import Files
import Foundation

/// Moves a drop's files to their final folder, each exactly once.
///
/// Files are renamed, or copied if that folder is on another file system.
struct ArchiveMove: Sendable {
    let claimFolder: ClaimFolder
    let target: String

    private var files: any FolderFiles { claimFolder.files }

    /// Moves all files, and records the destination of each in the drop first.
    func run(_ drop: inout Drop) throws {
        try files.makeFolder(target)
        for (file, name) in drop.files {
            let source = "\(claimFolder.folder(of: drop.id))/\(file)"
            while try files.facts(source) != nil {
                if drop.places[file] == nil {
                    drop.places[file] = Drop.Place(name: try freeName(name), isCopied: false)
                    try claimFolder.save(drop)
                }
                try move(source, file, name: name, of: &drop)
            }
        }
        try files.synchronise(folder: target)
    }

    private func move(_ source: String, _ file: String, name: String, of drop: inout Drop) throws {
        guard let place = drop.places[file] else { return }
        let copy = "\(target)/.formwright-\(drop.id.uuidString)-\(file).tmp"
        do {
            if place.isCopied {
                if try files.facts(copy) != nil {
                    try files.renameWithoutReplacing(copy, to: "\(target)/\(place.name)")
                    try files.synchronise(folder: target)
                }
                // The source is removed only if the copy is known to exist.
                if try isCopy(files.facts("\(target)/\(place.name)"), of: files.facts(source)) {
                    try files.removeTree(source)
                } else {
                    drop.places[file]?.isCopied = false
                    try claimFolder.save(drop)
                }
            } else {
                try files.renameWithoutReplacing(source, to: "\(target)/\(place.name)")
            }
        } catch let error as SystemCallError where error.number == EEXIST {
            drop.places[file]?.name = try freeName(name)
            try claimFolder.save(drop)
        } catch let error as SystemCallError where error.number == EXDEV {
            try files.copyTree(source, to: copy)
            try files.synchronise(folder: target)
            drop.places[file]?.isCopied = true
            try claimFolder.save(drop)
        }
    }

    /// Returns whether a file is a copy of another.
    ///
    /// A folder's size is meaningless; while it is removed its copy has more in it.
    private func isCopy(_ copy: FileFacts?, of source: FileFacts?) -> Bool {
        guard let copy, let source, copy.kind == source.kind else { return copy == nil && source == nil }
        return source.kind == .folder || copy.size == source.size
    }

    private func freeName(_ name: String) throws -> String {
        var number = 1
        while try files.facts("\(target)/\(FileNames.numbered(name, number))") != nil { number += 1 }
        return FileNames.numbered(name, number)
    }
}
