import FormFilling
import FormsDomain
import Domains
import LocalStore
import FailureModel
import FormModel
import Foundation
import FormImport
import ObjectStore
import Pipeline
import PipelineTestSupport
import TestSupport
import Testing

@Suite("Settings of the whole system") struct SystemSettingsTests {
    private func settings(_ yaml: String, store: String? = nil) throws -> SystemSettings {
        let folder = try TemporaryFolder()
        let path = try folder.write(yaml, "pipeline.yaml").path
        return try SystemSettings(contentsOf: path, store: store, domains: Domains.stored)
    }

    @Test("the repository's pipeline.yaml states the defaults")
    func builtIn() throws {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../../../..")
        let written = try SystemSettings(
            contentsOf: root.appendingPathComponent("pipeline.yaml").path, domains: Domains.stored)
        let none = try settings("")
        #expect(
            written.pipeline.kinds.addresses.map { "\($0.kind) \($0.stage)" } == [
                "account reconcile", "account analyse", "account typeset", "account-file read", "answer read",
                "archive unpack",
                "artwork check", "artwork thumbnail", "form rasterise", "form recognise", "form detect", "form preview",
                "form bind", "form compose", "portable-text parse", "portable-text typeset", "portfolio score",
                "portfolio arrange", "portfolio typeset", "portfolio-input analyse", "storybook check",
                "storybook typeset",
            ])
        for address in written.pipeline.kinds.addresses {
            #expect(none.pipeline.kinds[address]?.limits == written.pipeline.kinds[address]?.limits)
        }
        #expect(none.pipeline.runner == written.pipeline.runner)
    }

    @Test("the kinds that a file names are those it declares, has a section for, or watches a folder of")
    func namedKinds() throws {
        func named(_ yaml: String) throws -> Set<KindName> {
            let folder = try TemporaryFolder()
            let path = try folder.write(yaml, "pipeline.yaml").path
            return try SystemSettings(contentsOf: path, domains: Domains.stored, otherSections: ["watch"]).namedKinds
        }
        #expect(try named("") == [])
        #expect(try named("kinds: {account: {filling: [typeset]}, portfolio: off}") == ["account"])
        #expect(try named("watch:\n  - {inbox: a, kind: portfolio}\n  - {inbox: b}\n") == ["portfolio"])
        #expect(try named("forms: {}").contains("form"))
    }

    @Test("a store's path is relative to the file that names it, unless another store is given")
    func store() throws {
        let beside = try settings("store: data/forms")
        let path = try #require(beside.path)
        let expected = URL(fileURLWithPath: path).deletingLastPathComponent().appendingPathComponent("data/forms")
        #expect(beside.folder.standardizedFileURL.path == expected.standardizedFileURL.path)
        #expect(try settings("store: data", store: "/srv/forms").folder.path == "/srv/forms")
    }

    @Test("a store on a server needs a place for artefacts, which a store in a folder must not name")
    func server() throws {
        let url = "postgresql://ada@db.example/forms"
        let bare = try settings("store: \(url)")
        #expect("\(bare.location)" == url && bare.artefacts == nil)
        let failure = #expect(throws: Failure.self) { try LocalSystem(bare) }
        #expect(failure?.code == .malformedSettings)
        let shared = try settings("store: \(url)\nartefacts: files\nkeys: ring")
        #expect(shared.artefacts?.description.hasSuffix("/files") == true)
        #expect(shared.keys?.path.hasSuffix("/ring") == true)
        let bucket = try settings("store: \(url)\nartefacts: {url: s3://forms/a, endpoint: 'http://127.0.0.1:1'}")
        #expect(bucket.artefacts?.description == "s3://forms/a")
        let files = try settings(
            "store: \(url)\nartefacts: {url: s3://forms/a, caFile: ca.pem, credentialsFile: /keys}")
        guard case .bucket(let server) = files.artefacts else {
            Issue.record("\(String(describing: files.artefacts))")
            return
        }
        let beside = URL(fileURLWithPath: try #require(files.path)).deletingLastPathComponent()
        #expect(server.caFile == beside.appendingPathComponent("ca.pem").path)
        #expect(server.credentialsFile == "/keys")
        #expect(throws: SettingsError.self) { try settings("store: data\nartefacts: s3://forms/a") }
        // A folder on the command line has its own artefacts.
        let moved = try settings("store: \(url)\nartefacts: s3://forms/a", store: "/srv/forms")
        #expect(moved.artefacts?.description == "/srv/forms/artefacts")
    }

    @Test("a password in a store's URL is refused on the command line and shown nowhere")
    func password() throws {
        let url = "postgresql://ada:Geheim7@db.example/forms"
        let failure = #expect(throws: Failure.self) { try settings("", store: url) }
        #expect(failure?.code == .malformedSettings && failure?.message.contains("Geheim7") == false)
        let fromFile = try settings("store: '\(url)'\nartefacts: files")
        #expect(!"\(fromFile)".contains("Geheim7") && !fromFile.folder.path.contains("Geheim7"))
        let error = #expect(throws: SettingsError.self) {
            try settings("store: 'postgresql://ada:Geheim7@db.example:port/forms'\nartefacts: files")
        }
        #expect(error.map { "\($0)".contains("Geheim7") } == false)
    }

    @Test("the size and colour of values can be set for all forms")
    func valueLook() throws {
        let compose = try settings("forms:\n  fontSize: 9.5\n  color: blue\n").section(FormStageOptions.self).compose
        #expect(compose.fontSize == 9.5 && compose.color == TextColor("blue"))
        let error = #expect(throws: SettingsError.self) { try settings("forms:\n  fontSize: 900\n  color: pale\n") }
        #expect(error?.problems.map(\.line) == [2, 3])
    }

    @Test("all mistakes are reported at once, each with its line")
    func mistakes() throws {
        let error = #expect(throws: SettingsError.self) {
            try settings("forms:\n  overflow: burst\nkinds:\n  form:\n    processing: [rasterize]\nstores: x\n")
        }
        #expect(error?.problems.map(\.line) == [2, 5, 6])
        #expect(error?.problems[1].message.contains("rasterise") == true)
    }

    @Test("results in watched folders and of the service can stay fillable, or be appended")
    func results() throws {
        #expect(
            try settings("forms: {editable: true, incremental: true}").section(FormStageOptions.self).compose
                == ComposeOptions(keepsFields: true, isIncremental: true))
        #expect(try settings("forms: {editable: false}").section(FormStageOptions.self).compose == ComposeOptions())
        #expect(throws: SettingsError.self) { try settings("forms: {incremental: maybe}") }
    }

    @Test("a file that is not UTF-8 is refused")
    func encoding() throws {
        let folder = try PipelineTestSupport.TemporaryFolder()
        let path = folder.path + "/pipeline.yaml"
        try #require("store: M\u{FC}ller\n".data(using: .isoLatin1)).write(to: URL(fileURLWithPath: path))
        let error = #expect(throws: Failure.self) {
            try SystemSettings(contentsOf: path, domains: Domains.stored)
        }
        #expect(error == Failure(.malformedSettings, "\(path) is not UTF-8 text."))
    }

    @Test("an unknown key lists each known one once")
    func knownKeys() throws {
        let error = #expect(throws: SettingsError.self) { try settings("zzzz: 1\n") }
        let message = try #require(error?.problems.first?.message)
        let list = try #require(message.firstRange(of: "Known: ")).upperBound
        let known = message[list...].dropLast().components(separatedBy: ", ")
        #expect(known.contains("trading") && known == Set(known).sorted())
    }

    @Test("a missing file has its own error")
    func missing() {
        let error = #expect(throws: Failure.self) {
            try SystemSettings(contentsOf: "/nonexistent/pipeline.yaml", domains: Domains.stored)
        }
        #expect(error?.code == .inputMissing)
    }
}
