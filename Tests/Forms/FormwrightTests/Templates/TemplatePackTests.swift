import Domains
import FailureModel
import FormModel
import FormsDomain
import Foundation
import LibCrypto
import LocalStore
import Pipeline
import PipelineTestSupport
import QPDF
import ServiceTestSupport
import SQLTestSupport
import TestSupport
import Testing

/// Packs: templates of forms in files, for other offices.
@Suite("Packs of templates", .onEveryEngine, .timeLimit(.minutes(30))) struct TemplatePackTests {
    private let folder: TemporaryFolder
    private let system: LocalSystem
    private let templates: TemplateStore

    init() throws {
        folder = try TemporaryFolder()
        system = try .empty(SystemSettings(store: folder.file("store").path, domains: Domains.stored))
        templates = TemplateStore(system)
    }

    private func template(
        _ name: String, digit: Character = "a", _ change: (inout Field) -> Void = { _ in }
    ) -> FormTemplate {
        var field = Field(
            id: UUID(), name: "applicant", page: 0, region: Region(x: 60, y: 80, width: 200, height: 20), type: .text,
            label: "Applicant", confidence: 1, evidence: .rule)
        change(&field)
        return FormTemplate(
            id: UUID(), name: name, digest: String(repeating: digit, count: 64), version: 1,
            pages: [PageSize(width: 612, height: 792)], fields: [field])
    }

    /// Writes all shared templates of the store.
    private func write(
        _ name: String, initialValues: Bool = false, key: PrivateKey? = nil
    ) async throws -> URL {
        var pack = try TemplatePack(name: "County office")
        _ = try await templates.add(
            try await templates.summaries(in: .owner(.local)), to: &pack, initialValues: initialValues)
        if let key { _ = try pack.sign(withKey: key.pem) }
        let url = folder.file(name)
        try pack.write(to: url)
        return url
    }

    private func text(of folder: URL) throws -> String {
        try #require(FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil))
            .compactMap { $0 as? URL }.filter { !$0.hasDirectoryPath }
            .map { "\($0.lastPathComponent)\n" + String(decoding: try Data(contentsOf: $0), as: UTF8.self) }
            .joined(separator: "\n")
    }

    private func replace(_ text: String, with other: String, in file: URL) throws {
        let old = try String(contentsOf: file, encoding: .utf8)
        #expect(old.contains(text))
        try old.replacing(text, with: other).write(to: file, atomically: true, encoding: .utf8)
    }

    private func code(_ body: () async throws -> Void) async -> ErrorCode? {
        do {
            try await body()
            return nil
        } catch {
            return Failure(error).code
        }
    }

    /// A pack's only file of a template.
    private func templateFile(_ pack: URL) throws -> URL {
        try #require(
            try FileManager.default.contentsOfDirectory(
                at: pack.appendingPathComponent("templates"), includingPropertiesForKeys: nil
            ).first)
    }

    @Test("templates come out of a pack as they went in, as a folder and as a ZIP file")
    func roundTrip() async throws {
        let first = try await templates.put(template("Antrag auf Wohngeld"), owner: .local)
        let second = try await templates.put(template("Meldung", digit: "b") { $0.required = true }, owner: .local)
        for name in ["pack", "pack.zip"] {
            let pack = try TemplatePack(contentsOf: try await write(name))
            #expect(pack.name == "County office" && pack.count == 2 && !pack.isSigned)
            let other = try LocalSystem.empty(
                SystemSettings(store: folder.file("other-\(name)").path, domains: Domains.stored))
            let store = TemplateStore(other)
            #expect(try await store.put(pack, owner: .local).map(\.change) == [.added, .added])
            for stored in [first, second] {
                let read = try #require(try await store.template(digest: stored.template.digest, owner: .local))
                #expect(read.template.fields == stored.template.fields)
                #expect(read.template.name == stored.template.name)
                #expect(read.owner == .office)
            }
            #expect(try await store.put(pack, owner: .local).map(\.change) == [.unchanged, .unchanged])
        }
    }

    @Test("the same templates make the same bytes, and a changed one changes its own file only")
    func diffs() async throws {
        let stored = try await templates.put(template("One"), owner: .local)
        _ = try await templates.put(template("Two", digit: "b"), owner: .local)
        let before = try text(of: try await write("before"))
        #expect(try text(of: try await write("again")) == before)
        var changed = stored.template
        changed.fields[0].label = "Full name"
        _ = try await templates.put(changed, owner: .local)
        let lines = Set(try text(of: try await write("after")).split(separator: "\n"))
            .subtracting(before.split(separator: "\n"))
        // The label, the version, and the checksum.
        #expect(lines.count == 3, "\(lines)")
    }

    @Test("an updated folder loses templates that are gone, and keeps other files")
    func updates() async throws {
        let stored = try await templates.put(template("One"), owner: .local)
        _ = try await templates.put(template("Two", digit: "b"), owner: .local)
        let url = try await write("pack", key: .ed25519())
        try folder.write("Notes", "pack/README.md")
        try await templates.delete(stored.template.id, in: .all)
        _ = try await write("pack")
        let pack = try TemplatePack(contentsOf: url)
        #expect(pack.count == 1 && !pack.isSigned)
        #expect(try FileManager.default.contentsOfDirectory(atPath: url.path + "/templates").count == 1)
        #expect(FileManager.default.fileExists(atPath: url.path + "/README.md"))

        try FileManager.default.createDirectory(at: folder.file("letters"), withIntermediateDirectories: true)
        try folder.write("Other", "letters/letter.txt")
        #expect(await code { _ = try await write("letters") } == .outputExists)
    }

    @Test("a link in a pack's folder is not followed when the pack is written again")
    func links() async throws {
        _ = try await templates.put(template("One"), owner: .local)
        let other = try folder.write("Keep me", "other.txt")
        for name in ["pack.json", "SHA256SUMS", "templates"] {
            let url = try await write("linked-\(name)")
            let link = url.appendingPathComponent(name)
            try FileManager.default.removeItem(at: link)
            try FileManager.default.createSymbolicLink(at: link, withDestinationURL: other)
            #expect(await code { _ = try await write("linked-\(name)") } != nil)
        }
        #expect(try String(contentsOf: other, encoding: .utf8) == "Keep me")
    }

    @Test("a pack whose first writing was interrupted is written again")
    func interrupted() async throws {
        _ = try await templates.put(template("One"), owner: .local)
        let url = try await write("pack")
        try FileManager.default.removeItem(at: url.appendingPathComponent("SHA256SUMS"))
        #expect(try TemplatePack(contentsOf: try await write("pack")).count == 1)
    }

    @Test("of a pack with one bad template nothing is stored")
    func allOrNothing() async throws {
        _ = try await templates.put(template("One"), owner: .local)
        let stored = try await templates.put(template("Two", digit: "b"), owner: .local)
        let url = try await write("pack")
        let file = url.appendingPathComponent("templates/two-bbbbbbbbbbbb.json")
        let text = try String(contentsOf: file, encoding: .utf8)
        try text.replacing("\"Two\"", with: "\"Two\\u001b[2J\"").write(to: file, atomically: true, encoding: .utf8)
        let sums = url.appendingPathComponent("SHA256SUMS")
        let old = ContentID(of: Data(text.utf8)).hex
        let new = ContentID(of: try Data(contentsOf: file)).hex
        try replace(old, with: new, in: sums)
        let pack = try TemplatePack(contentsOf: url)
        let other = TemplateStore(
            try LocalSystem.empty(SystemSettings(store: folder.file("other").path, domains: Domains.stored)))
        #expect(await code { _ = try await other.put(pack, owner: .local) } == .invalidTemplate)
        #expect(await code { _ = try pack.checkedTemplates() } == .invalidTemplate)
        #expect(try await other.summaries(in: .all).isEmpty)
        #expect(stored.template.name == "Two")
    }

    @Test("a pack has no values, owners, authors or dates")
    func personalData() async throws {
        let owner = OwnerID("ada-lovelace")
        let template = template("Application") {
            $0.defaultValue = "Erika Mustermann"
            $0.initialValue = "Amtsstrasse 12"
        }
        let stored = try await templates.put(template, owner: owner)
        var pack = try TemplatePack(name: "Office")
        let added = try await templates.add(
            [try await templates.template(stored.template.id, in: .all).summary], to: &pack, initialValues: false)
        #expect(added.map(\.initialValuesLeftOut) == [1])
        let url = folder.file("pack")
        try pack.write(to: url)
        let written = try text(of: url)
        let year = "\(Calendar.current.component(.year, from: Date()))"
        for secret in ["Erika", "Mustermann", "Amtsstrasse", "ada-lovelace", "updatedAt", "\(year)-"] {
            #expect(!written.contains(secret), "\(secret)")
        }
        #expect(written.contains("Applicant"))

        var complete = try TemplatePack(name: "Office")
        _ = try await templates.add([stored.summary], to: &complete, initialValues: true)
        try complete.write(to: url)
        #expect(try text(of: url).contains("Amtsstrasse 12"))
    }

    @Test("a changed, incomplete or foreign pack is refused, and nothing of it is stored")
    func damage() async throws {
        _ = try await templates.put(template("One"), owner: .local)
        let changes: [(String, (URL) throws -> Void)] = [
            ("a field", { try replace("Applicant", with: "Attacker", in: try templateFile($0)) }),
            ("no checksums", { try FileManager.default.removeItem(at: $0.appendingPathComponent("SHA256SUMS")) }),
            ("no template", { try FileManager.default.removeItem(at: try templateFile($0)) }),
            (
                "a path outside",
                { try replace("pack.json", with: "../../etc/passwd", in: $0.appendingPathComponent("SHA256SUMS")) }
            ),
            ("a line without end", { try Data("abc".utf8).write(to: $0.appendingPathComponent("SHA256SUMS")) }),
            ("a signature", { try Data("?".utf8).write(to: $0.appendingPathComponent("SHA256SUMS.sig")) }),
        ]
        for (place, (what, change)) in changes.enumerated() {
            let url = try await write("pack-\(place)")
            try change(url)
            #expect(await code { _ = try TemplatePack(contentsOf: url) } == .invalidTemplatePack, "\(what)")
        }
        #expect(
            await code { _ = try TemplatePack(contentsOf: try folder.write("not a ZIP file", "pack.zip")) }
                == .invalidTemplatePack)
        try TemplatePack(name: "Nothing").write(to: folder.file("nothing"))
        #expect(await code { _ = try TemplatePack(contentsOf: folder.file("nothing")) } == .invalidTemplatePack)
        try FileManager.default.createDirectory(at: folder.file("empty"), withIntermediateDirectories: true)
        #expect(await code { _ = try TemplatePack(contentsOf: folder.file("empty")) } == .invalidTemplatePack)
        #expect(await code { _ = try TemplatePack(name: " \n") } == .invalidTemplatePack)
        #expect(await code { _ = try TemplatePack(name: String(repeating: "a", count: 201)) } == .invalidTemplatePack)
    }

    @Test("a pack must be signed with a trusted key if keys are named")
    func trust() async throws {
        _ = try await templates.put(template("One"), owner: .local)
        let key = PrivateKey.ed25519()
        let text = try #require(key.ed25519PublicKey?.text)
        func settings(_ yaml: String) throws -> PackSettings {
            let file = try SettingsFile(yaml: yaml)
            let settings = PackSettings(reading: file.section("packs"))
            try file.finish()
            return settings
        }
        let trusting = try settings("packs:\n  trusted:\n    county: \(text)\n")
        let signed = try TemplatePack(contentsOf: try await write("signed", key: key))
        #expect(try trusting.signer(of: signed) == "county")
        #expect(try settings("{}").signer(of: signed) == nil)

        for other in [nil, PrivateKey.ed25519()] {
            let pack = try TemplatePack(contentsOf: try await write("other", key: other))
            #expect(await code { _ = try trusting.signer(of: pack) } == .packNotTrusted)
        }
        // A signature of another pack is none of this one.
        _ = try await templates.put(template("Two", digit: "b"), owner: .local)
        let unsigned = try await write("unsigned")
        try FileManager.default.copyItem(
            at: folder.file("signed/SHA256SUMS.sig"), to: unsigned.appendingPathComponent("SHA256SUMS.sig"))
        let pack = try TemplatePack(contentsOf: unsigned)
        #expect(pack.isSigned)
        #expect(await code { _ = try trusting.signer(of: pack) } == .packNotTrusted)

        for mistake in ["trusted: {}", "trusted:\n    a: \(text.dropLast(8))", "trusted:\n    a: QUJD", "trust: 1"] {
            #expect(throws: (any Error).self, "\(mistake)") { try settings("packs:\n  \(mistake)\n") }
        }
        var copy = try TemplatePack(name: "Office")
        #expect(await code { _ = try copy.sign(withKey: PrivateKey.p256().pem) } == .invalidSigningKey)
        #expect(await code { _ = try copy.sign(withKey: Data("x".utf8)) } == .invalidSigningKey)
    }

    @Test("a template is renamed by its owner, in one line")
    func renaming() async throws {
        let stored = try await templates.put(template("scan0001"), owner: OwnerID("ada"))
        let id = stored.template.id
        #expect(try await templates.rename(id, " Housing benefit ", in: .all).template.name == "Housing benefit")
        #expect(
            await code { _ = try await templates.rename(id, "Mine", in: .owner(OwnerID("eve"))) } == .templateUnknown)
        for name in ["", "  ", "two\nlines", String(repeating: "a", count: 501)] {
            #expect(await code { _ = try await templates.rename(id, name, in: .all) } == .invalidTemplate)
        }
        #expect(try await templates.template(id, in: .all).template.version == 1)
    }
}
