import Domains
import FormFilling
import FormModel
import FormsDomain
import Foundation
import LocalStore
import Pipeline
import PipelineTestSupport
import ServiceTestSupport
import SQLTestSupport
import Testing

@Suite("Values and templates that several change at once", .onEveryEngine)
struct DraftsTogetherTests {
    private let folder: TemporaryFolder
    private let system: LocalSystem

    init() throws {
        folder = try TemporaryFolder()
        system = try .empty(SystemSettings(store: folder.file("store").path, domains: Domains.stored))
    }

    @Test("values that are given at once are all kept")
    func drafts() async throws {
        let document = try await system.client.importDocument(
            Data("a".utf8), owner: .local, kind: FormKind.name, fileName: "a.pdf", mediaType: "application/pdf")
        let drafts = DraftValues(system)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<10 {
                group.addTask {
                    _ = try await drafts.add(
                        [ValueEntry(key: "field \(number)", value: .text("x"))], to: document.id, in: .all)
                }
            }
            try await group.waitForAll()
        }
        let keys = try await drafts.entries(of: document.id, in: .all).map(\.key)
        #expect(Set(keys).count == 10)
    }

    @Test("a form has one template of an owner, and each import is a version of it")
    func templates() async throws {
        let templates = TemplateStore(system)
        let saved = try await withThrowingTaskGroup(of: UUID.self) { group in
            for number in 0..<6 {
                group.addTask {
                    let template = FormTemplate(
                        id: UUID(), name: "Form \(number)", digest: String(repeating: "a", count: 64), version: 1,
                        pages: [PageSize(width: 100, height: 100)], fields: [])
                    return try await templates.put(template, owner: "ada").template.id
                }
            }
            return try await group.reduce(into: Set<UUID>()) { $0.insert($1) }
        }
        #expect(saved.count == 1)
        #expect(try await templates.summaries(in: .all).count == 1)
    }
}
