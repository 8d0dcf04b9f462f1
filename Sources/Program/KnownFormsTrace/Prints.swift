import FormDetection
import FormImport
import FormModel
import Foundation
import KnownForms

/// The prints of pages in files `NAME.PAGE.print` of a folder.
enum Prints {
    /// A print with the name of its document.
    struct Named {
        var name: String
        var page: Int
        var print: PagePrint
    }

    /// Writes the prints of a document's pages, and the milliseconds that each step took.
    static func write(_ file: URL, into folder: URL) throws {
        let name = file.deletingPathExtension().lastPathComponent
        guard !FileManager.default.fileExists(atPath: folder.appendingPathComponent("\(name).0.print").path) else {
            return
        }
        try? FileManager.default.createSymbolicLink(
            at: folder.appendingPathComponent("\(name).origin"), withDestinationURL: file)
        do {
            let document = try Importer().document(at: file)
            let source = try PageSource(document)
            for page in document.pages.indices {
                let (content, drawing) = try timed { try source.content(ofPage: page) }
                let (straight, straightening) = try timed { try PageReader.straightened(content) }
                let (print, printing) = timed { PagePrint(of: straight) }
                let data = try print.encoded()
                try data.write(to: folder.appendingPathComponent("\(name).\(page).print"))
                Swift.print(
                    name, page, "drawn", Int(drawing), "straightened", Int(straightening), "print", Int(printing),
                    "bytes",
                    data.count, "marks", print.marks.count, separator: "\t")
            }
        } catch {
            FileHandle.standardError.write(Data("\(name): \(error)\n".utf8))
        }
    }

    /// Returns the straightened page of a print in a folder.
    static func page(_ name: String, _ page: Int, in folder: URL) throws -> ReadPage {
        let origin = folder.appendingPathComponent("\(name).origin").resolvingSymlinksInPath()
        return try PageReader.straightened(PageSource(Importer().document(at: origin)).content(ofPage: page))
    }

    /// Returns the prints of a folder, ordered by name and page.
    static func all(in folder: URL) throws -> [Named] {
        try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
            .filter { $0.pathExtension == "print" }.map { file in
                let stem = file.deletingPathExtension()
                let name = stem.deletingPathExtension().lastPathComponent
                return Named(
                    name: name, page: Int(stem.pathExtension) ?? 0,
                    print: try PagePrint(encoded: try Data(contentsOf: file)))
            }.sorted { ($0.name, $0.page) < ($1.name, $1.page) }
    }

    /// Returns a result with the milliseconds that it took.
    static func timed<T>(_ body: () throws -> T) rethrows -> (T, Double) {
        let start = ContinuousClock.now
        let result = try body()
        return (result, (ContinuousClock.now - start) / .milliseconds(1))
    }
}
