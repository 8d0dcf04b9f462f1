import FailureModel
import FormFilling
import FormModel
import FormsDomain
import Foundation
import HTTPService
import Threads

extension FieldsInForce {
    /// Returns the required fields that a fill with these values leaves empty.
    ///
    /// There are none if the values cannot be used, which the fill reports.
    func missing(with entries: [ValueEntry]) async throws -> [Field] {
        let fields = description.fields
        guard fields.contains(where: \.required) else { return [] }
        // Thousands of values take too long for a thread that serves other requests.
        return try await WorkerThreads.shared.run {
            guard let bound = try? Binder(fields: fields).bind(entries) else { return [] }
            return RequiredValues(fields, bound).missing
        }
    }
}

extension FieldsInForce {
    /// Returns the values that the fields do not take.
    ///
    /// They are those from before a rule, for example.
    func unusable(among entries: [ValueEntry]) async throws -> [APIError.FieldProblem] {
        let fields = description.fields
        // Thousands of values take too long for a thread that serves other requests.
        return try await WorkerThreads.shared.run {
            let form = FormFields(fields)
            var problems: [APIError.FieldProblem] = []
            for entry in entries where problems.count < Binder.failureLimit {
                do throws(Failure) {
                    try form.binder.check(entry)
                } catch {
                    problems.append(
                        APIError.FieldProblem(
                            fieldRegionId: form.id(of: entry, error), code: error.code, message: error.message))
                }
            }
            return problems
        }
    }
}

extension APIError {
    /// Creates the refusal of values that the fields do not take; nil for none.
    init?(unusable problems: [FieldProblem]) {
        guard let first = problems.first else { return nil }
        self.init(
            Failure(
                first.code,
                problems.count == 1
                    ? "A value cannot be used: \(first.message)"
                    : "\(problems.count) of the values cannot be used; correct or empty them first."),
            fields: problems)
    }

    /// Creates the refusal of a fill that would leave required fields empty.
    init(missing: [Field]) {
        let isOne = missing.count == 1
        self.init(
            Failure(
                .notReady,
                isOne ? "A required field has no value." : "\(missing.count) required fields have no value.",
                at: .fields(missing.map(\.name))),
            fields: missing.prefix(Binder.failureLimit).map { field in
                let question = field.group.flatMap { $0.exclusive ? Field.title(label: $0.label, name: $0.name) : nil }
                return FieldProblem(
                    fieldRegionId: field.id.uuidString, code: .notReady,
                    message: "\(question ?? field.title) is required.")
            })
    }
}
