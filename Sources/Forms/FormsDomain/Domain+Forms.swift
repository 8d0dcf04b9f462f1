import FailureModel
import Formwright
public import LocalStore
import Pipeline
import PipelineSQL
import SQL
import WatchFolder

extension Domain {
    /// The domain of forms, their draft values, filled copies, and templates with corrected fields.
    public static let forms: Domain = {
        var domain = Domain(kinds: [FormKind(), AnswerKind()])
        domain.errors = ErrorRow.formwright
        domain.wordings = ErrorRow.rows(
            .inputTooLarge.worded(
                "The file is larger than the limit: 512 MB for a form, 8 MB for values, 64 MB for known fields and pictures; or it holds more values than the [limits](values.md#limits) allow."
            ), .outputIsInput.worded("The output would overwrite the form or the values."),
            .cpuExceeded.worded(remedy: "Print the form to a new PDF, or leave the page out."),
            .internalError.worded(remedy: "Report it, and attach the form if you are allowed to share it."))
        domain.tables = [
            DraftValues.schema, TemplateTables.schema, MappingStore.schema, SharedFormTables.schema,
            CaseTables.schema, SignatureStore.schema, AnswerTables.schema,
        ]
        domain.settings = [FormStageOptions.self, SearchSettings.self, PackSettings.self]
        domain.dropHandlers = { system in
            [
                FileHandler(FormKind()) { name, owner in
                    try await system.database.read { try ChosenForm(named: name, for: owner, $0) }.facts
                }
            ]
        }
        domain.housekeeping = { system, logger in
            [ValueIndexer(system, logger: logger), AnswerUpkeep(system, logger: logger)]
        }
        domain.holdings = { owner, system in
            let store = TemplateStore(system)
            let templates = try await store.summaries(in: .owner(owner)).filter { $0.owner == owner.text }
            let mappings = MappingStore(system)
            let signatures = SignatureStore(system)
            return [
                Holding(name: "templates", count: templates.count) {
                    for template in templates { try await store.delete(template.id, in: .owner(owner)) }
                },
                Holding(name: "mappings", count: try await mappings.count(of: owner)) {
                    try await mappings.deleteAll(of: owner)
                },
                Holding(name: "signatures", count: try await signatures.count(of: owner)) {
                    try await signatures.delete(of: owner)
                },
            ]
        }
        domain.userLeaves = { owner, system in
            // A later user of the same name has not added or shared anything.
            try await system.database.write { transaction in
                try CaseTables(db: transaction.db).forget(owner)
                try SharedFormTables(db: transaction.db).forget(owner)
            }
        }
        domain.owns = { owner, db in
            let hasTemplates = try TemplateTables(db: db).hasTemplates(of: owner)
            let hasMappings = try MappingStore.count(of: owner, db) > 0
            return try hasTemplates || hasMappings || SignatureStore.count(of: owner, db) > 0
        }
        return domain
    }()
}
