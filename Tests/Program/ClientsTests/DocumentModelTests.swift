import Foundation
import FormModel
import FormsAPI
import FormwrightClient
import ServiceConnection
import TestSupport
import TestTraits
import Testing
import TradingClient

@Suite("The screen of a form", .blocking, .timeLimit(.minutes(30))) struct DocumentModelTests {
    @MainActor private static func client(of served: ServedClients) async throws -> FormwrightClient {
        let login = TradingClient(baseURL: try served.url)
        try await login.logIn(username: ServedClients.user, password: ServedClients.password)
        return FormwrightClient(baseURL: try served.url, token: await login.tokens?.access)
    }

    @Test("a form is opened, filled in, downloaded, and opened again with its values")
    @MainActor func flow() async throws {
        let served = try ServedClients()
        let client = try await Self.client(of: served)
        let model = DocumentModel(client, polling: .milliseconds(100))
        #expect(model.step == .empty)
        await model.open(TestData.url("forms/uscourts-b121.pdf"))
        #expect(model.step == .editing && model.state == .loaded && model.progress == 1, "\(model.state)")
        let widths = model.detail?.fieldMap.mapValues(\.width) ?? [:]
        let text = try #require(
            model.components.filter { $0.type == .text }.max {
                widths[$0.fieldId.uuidString, default: 0] < widths[$1.fieldId.uuidString, default: 0]
            })
        let box = try #require(model.components.first { $0.type == .checkbox })
        model.values[text.fieldId] = "Ada Lovelace"
        model.setTicked(true, box.fieldId)
        await model.fill()
        #expect(model.step == .filled && model.state == .loaded, "\(model.state)")
        #expect(model.pdf?.starts(with: Data("%PDF-".utf8)) == true)

        let again = DocumentModel(client, polling: .milliseconds(100))
        await again.load(try #require(model.detail?.document.id))
        #expect(again.step == .filled && again.values[text.fieldId] == "Ada Lovelace" && again.isTicked(box.fieldId))
        #expect(again.pdf == model.pdf)
        again.reset()
        #expect(again.step == .empty && again.values.isEmpty && again.pdf == nil && again.state == .idle)
    }

    @Test("a refused value is told at its field, and what was typed stays")
    @MainActor func refusedValue() async throws {
        let served = try ServedClients()
        let client = try await Self.client(of: served)
        let model = DocumentModel(client, polling: .milliseconds(100))
        await model.open(TestData.url("forms/uscourts-b121.pdf"))
        let box = try #require(model.components.first { $0.type == .checkbox })
        model.values[box.fieldId] = "perhaps"
        await model.fill()
        #expect(model.step == .editing && model.fieldProblems[box.fieldId]?.isEmpty == false)
        #expect(model.state.problem != nil && model.values[box.fieldId] == "perhaps" && model.pdf == nil)
    }

    @Test("a file that is no form leaves an empty screen with the reason")
    @MainActor func refusedFile() async throws {
        let served = try ServedClients()
        let client = try await Self.client(of: served)
        let model = DocumentModel(client)
        await model.open(try served.folder.write("plain text", "notes.pdf"))
        #expect(model.step == .empty && model.state.problem?.isEmpty == false && model.detail == nil)
        await model.open(served.folder.file("missing.pdf"))
        #expect(model.step == .empty && model.state.problem?.isEmpty == false)
    }
}
