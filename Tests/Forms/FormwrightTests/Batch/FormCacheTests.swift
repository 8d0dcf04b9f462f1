import FormModel
import FormImport
import Formwright
import Foundation
import Synchronization
import TestSupport
import Testing

@Suite("Known forms") struct FormCacheTests {
    private let folder: TemporaryFolder
    private let cache: FormCache
    private let document: ImportedDocument

    init() throws {
        folder = try TemporaryFolder()
        cache = FormCache(folder: folder.file("cache"))
        var builder = PDFBuilder()
        var page = PDFBuilder.Page()
        page.text("Name", x: 60, y: 115)
        page.box(x: 130, y: 100, width: 220, height: 22)
        builder.add(page)
        document = try Importer().document(builder.data(), fileName: "form.pdf")
    }

    /// Returns the form's description, and whether the form was analysed.
    private func open(_ options: FormOptions = FormOptions()) async throws -> (FormDescription, wasAnalysed: Bool) {
        let pages = Mutex(0)
        let form = try await cache.form(document, options: options) { _ in pages.withLock { $0 += 1 } }
        return (form.description, pages.withLock { $0 > 0 })
    }

    private var entries: [URL] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.file("cache").path)) ?? []
        return names.map { folder.file("cache/" + $0) }
    }

    @Test("a form is analysed once")
    func once() async throws {
        let first = try await open()
        let second = try await open()
        #expect(first.wasAnalysed && !second.wasAnalysed)
        #expect(first.0 == second.0 && first.0.fields.count == 1)
    }

    @Test("a form in another language is analysed again")
    func options() async throws {
        _ = try await open()
        var options = FormOptions()
        options.language = "osd"
        #expect(try await open(options).wasAnalysed)
    }

    @Test("a damaged entry is replaced", arguments: [0.0, 0.3, 0.9]) func damaged(_ share: Double) async throws {
        let first = try await open()
        let entry = try #require(entries.first)
        let whole = try Data(contentsOf: entry)
        try whole.prefix(Int(Double(whole.count) * share)).write(to: entry)
        #expect(try await open().wasAnalysed)
        var flipped = whole
        flipped[whole.count - 20] ^= 1
        try flipped.write(to: entry)
        let third = try await open()
        #expect(third.wasAnalysed && third.0 == first.0)
        #expect(try await !open().wasAnalysed)
    }

    @Test("concurrent readers and writers do not interfere")
    func concurrent() async throws {
        let found = try await withThrowingTaskGroup(of: FormDescription.self) { group in
            for _ in 0..<8 { group.addTask { try await open().0 } }
            return try await group.reduce(into: Set<FormDescription>()) { $0.insert($1) }
        }
        #expect(found.count == 1 && entries.count == 1)
    }

    @Test("a folder that cannot be created is not an error")
    func unwritable() async throws {
        let cache = FormCache(folder: URL(fileURLWithPath: "/proc/formwright"))
        #expect(try await cache.form(document).fields.count == 1)
    }

    @Test("entries are readable by their user only")
    func permissions() async throws {
        _ = try await open()
        let attributes = try FileManager.default.attributesOfItem(atPath: folder.file("cache").path)
        #expect(attributes[.posixPermissions] as? Int == 0o700)
    }
}
