import FormFilling
import FormsDomain
import Audit
import FailureModel
import FormModel
import FormImport
import FormsAPI
import Foundation
import HTTPService
import Hummingbird
import LocalStore
import Pipeline
import PipelineSQL
import Threads

/// Values for the next fill, in any of their formats.
extension FormRoutes {
    /// The media types of values files that are not tables.
    private static let fileTypes: Set<String> = [
        "application/yaml", "application/vnd.fdf", "application/vnd.adobe.xfdf",
    ]

    @Sendable func submit(_ request: Request, _ context: ServiceContext) async throws -> Response {
        let document = try await client.form(context)
        let (isCheck, skips) = (try request.flag("check"), try request.flag("skipUnknown"))
        let sent = try await Self.sent(request, context)
        let inForce = try await client.fieldsInForce(of: document)
        let kept = try await drafts.entries(of: document.id, in: context.scope)
        // Thousands of values take too long for a thread that serves other requests.
        let checked = try await WorkerThreads.shared.run {
            CheckedValues(sent, inForce, kept: kept, skipsUnknown: skips)
        }
        if isCheck {
            try await service.record(.viewed, of: document.id, by: context)
            return JSONResponse.make(checked.answer)
        }
        guard checked.problems.isEmpty else {
            throw APIError(
                Failure(
                    checked.problems[0].code,
                    "\(checked.problems.count) of the values cannot be used; nothing was kept."),
                fields: checked.problems)
        }
        try await record(checked, of: document.id, by: context)
        _ = try await drafts.add(checked.entries, to: document.id, in: context.scope) { checked.fields.canonical($0) }
        return skips || sent.profile != nil || !sent.entries.isEmpty || !sent.notes.isEmpty
            ? JSONResponse.make(checked.answer) : Response(status: .noContent)
    }

    /// Records that values are stored, and signatures in an entry of their own.
    private func record(_ checked: CheckedValues, of document: DocumentID, by context: ServiceContext) async throws {
        if checked.hasOtherThanSignatures || checked.signing.isEmpty {
            try await service.record(.changedValues, of: document, by: context)
        }
        let (actor, now) = (context.actor, Timestamp(Date()))
        for detail in checked.signing.sorted(by: { $0.rawValue < $1.rawValue }) {
            try await system.database.write { transaction in
                try AuditLog.insert(
                    .changedValues, of: document, about: nil, detail: detail.rawValue, by: actor, at: now,
                    transaction.db)
            }
        }
    }

    /// Returns the values in the body of a request.
    ///
    /// The body is JSON with field IDs, a table with one row, or a values file.
    private static func sent(_ request: Request, _ context: ServiceContext) async throws -> SentValues {
        if tableTypes.contains(request.mediaType) {
            let table = try await request.bytes(upTo: RowsFill.byteLimit)
            let sheet = request.uri.queryParameters["sheet"].map(String.init)
            let row = try await WorkerThreads.shared.run {
                try RowsFile(data: table, name: "The table", folder: nil).onlyRow(sheet: sheet)
            }
            return SentValues(entries: row.entries, notes: row.notes)
        }
        if fileTypes.contains(request.mediaType) {
            return try await file(try await request.bytes(upTo: ValuesFile.sizeLimit), isJSON: false)
        }
        let body = try await request.jsonBody(context)
        guard SubmittedValues.isForm(of: body) else { return try await file(body, isJSON: true) }
        let submitted = try submitted(body)
        return SentValues(inputs: submitted.values, profile: try profile(submitted))
    }

    /// Returns the values of a values file.
    private static func file(_ bytes: Data, isJSON: Bool) async throws -> SentValues {
        // Pictures of this machine must not be accessible over the network.
        let file = try await WorkerThreads.shared.run {
            try ValuesFile(data: bytes, name: "The body", folder: nil, isJSON: isJSON)
        }
        return SentValues(entries: file.entries, profile: file.profile)
    }

    /// Returns the values in a JSON body, keyed by field ID.
    static func values(_ request: Request, _ context: ServiceContext) async throws -> SubmittedValues {
        try submitted(try await request.jsonBody(context))
    }

    private static func submitted(_ body: Data) throws -> SubmittedValues {
        let submitted = try Request.decoded(SubmittedValues.self, from: body)
        // Values beside the list would be lost.
        if let key = SubmittedValues.otherKey(in: body) {
            throw Failure(
                .malformedRequest, "A body with “values” can also have a “profile”, but no key \(key.quoted).")
        }
        guard submitted.values.count <= ValueLimits().entries else {
            throw Failure(.inputTooLarge, "A request has at most \(ValueLimits().entries) values.")
        }
        return submitted
    }

    /// Returns the profile in a JSON body.
    static func profile(_ submitted: SubmittedValues) throws(Failure) -> Profile? {
        guard let profile = submitted.profile else { return nil }
        // Sorted, since a dictionary has no order and errors must not vary between runs.
        return try Profile(
            profile.sorted { $0.key < $1.key }.map { ValueEntry(key: $0.key, value: .text($0.value)) })
    }

    /// Returns the values as entries for the binder, and those that match no field.
    static func entries(
        _ values: [FieldValueInput], of inForce: FieldsInForce, _ fields: FormFields
    ) -> (entries: [ValueEntry], problems: [APIError.FieldProblem]) {
        var entries: [ValueEntry] = []
        var problems: [APIError.FieldProblem] = []
        for value in values {
            var current = value
            current.fieldRegionId = inForce.current(value.fieldRegionId)
            if let key = fields.key(of: current) {
                do throws(Failure) {
                    let content = try Self.content(of: value, key: key, fields)
                    let style = try ValueStyle(
                        verbatim: value.verbatim, fontSize: value.fontSize, color: value.color, of: "the value")
                    entries.append(ValueEntry(key: key, value: content, source: value.source, style: style))
                } catch {
                    problems.append(
                        APIError.FieldProblem(
                            fieldRegionId: value.fieldRegionId.uuidString, code: error.code, message: error.message))
                }
            } else {
                problems.append(
                    APIError.FieldProblem(
                        fieldRegionId: value.fieldRegionId.uuidString, code: .unknownField,
                        message: "The form has no field with this id."))
            }
        }
        // The last of several values for a field counts.
        return (entries.lastOfEachKey, problems)
    }

    private static func content(
        of value: FieldValueInput, key: String, _ fields: FormFields
    ) throws(Failure) -> FieldValue {
        if let picture = value.picture {
            guard let field = fields.all(ofKey: key).first else {
                throw Failure(.unknownField, "The form has no field with this id.")
            }
            return try PictureValue.value(picture, for: field)
        }
        guard let richText = value.richText else { return .text(value.value) }
        guard let json = try? JSONEncoder().encode(richText) else {
            throw Failure(.malformedValues, "The rich text of a value cannot be read.")
        }
        return try PortableTextValue.value(json, key: key)
    }
}

/// The values of a request, keyed by field ID or by other keys.
struct SentValues: Sendable {
    var inputs: [FieldValueInput] = []
    var entries: [ValueEntry] = []
    var profile: Profile?
    /// Notes on how a table was read.
    var notes: [String] = []
}

extension SubmittedValues {
    /// Returns whether a JSON body has values keyed by field ID.
    ///
    /// Otherwise it is an object with field names as keys. The decoder rejects values that are not a list, and bodies
    /// that are not an object.
    fileprivate static func isForm(of body: Data) -> Bool { keys(of: body)?.contains("values") ?? true }

    /// Returns the first key of a body besides the values and profile, or nil.
    fileprivate static func otherKey(in body: Data) -> String? {
        keys(of: body)?.filter { !["values", "profile"].contains($0) }.min()
    }

    /// Returns the keys of a body; nil if it is not an object.
    private static func keys(of body: Data) -> [String]? { try? JSONDecoder().decode(Keys.self, from: body).all }

    private struct Keys: Decodable {
        let all: [String]

        init(from decoder: any Decoder) throws {
            all = try decoder.container(keyedBy: Key.self).allKeys.map(\.stringValue)
        }
    }

    private struct Key: CodingKey {
        let stringValue: String
        let intValue: Int? = nil

        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }
}

/// The values of a request, checked against the form.
struct CheckedValues: Sendable {
    /// A change of a signature.
    enum Signing: String, Sendable {
        case signed
        case removed = "signature removed"
    }

    /// The fields of the form.
    let fields: FormFields
    /// The values to keep.
    private(set) var entries: [ValueEntry]
    /// The problems of the values, up to the maximum that the binder reports.
    private(set) var problems: [APIError.FieldProblem] = []
    /// What happens to signatures, in the words of the log of accesses.
    private(set) var signing: Set<Signing> = []
    /// Whether there are values of other fields.
    private(set) var hasOtherThanSignatures = false
    private var skipped: [String] = []
    private var targets: [ValuesCheck.Target] = []
    private var bound: [ValuesCheck.Target] = []
    private let notes: [String]

    /// Checks values.
    ///
    /// - Parameters:
    ///   - sent: the values.
    ///   - inForce: the fields of the form.
    ///   - kept: the values kept earlier, which take precedence over a profile unless they are from one.
    ///   - skipsUnknown: whether values that match no field are skipped.
    init(_ sent: SentValues, _ inForce: FieldsInForce, kept: [ValueEntry], skipsUnknown: Bool) {
        fields = FormFields(inForce.description.fields)
        notes = sent.notes
        let (values, unknown) = FormRoutes.entries(sent.inputs, of: inForce, fields)
        var given = sent.entries
        if skipsUnknown { (given, skipped) = fields.binder.skippingUnknown(given) }
        entries = given + values
        for problem in unknown {
            if skipsUnknown, problem.code == .unknownField {
                skipped.append(problem.fieldRegionId)
            } else {
                problems.append(problem)
            }
        }
        for entry in given where problems.count < Binder.failureLimit {
            do throws(Failure) {
                let found = try targets(of: entry)
                bound += found
            } catch {
                add(error, entry)
            }
        }
        targets = bound
        for entry in values where problems.count < Binder.failureLimit {
            do throws(Failure) {
                let found = try targets(of: entry)
                targets += found
            } catch {
                add(error, entry)
            }
        }
        defer { place() }
        guard problems.isEmpty, let profile = sent.profile else { return }
        let settled = inForce.entries(of: kept).used.filter { $0.source != .autofill }
        do throws(Failure) {
            let known = try fields.binder.entries(from: profile, besides: settled + entries)
            targets += known.flatMap { entry in
                fields.all(ofKey: entry.key).map { Self.target($0, key: entry.key, match: .profile, entry.source) }
            }
            entries += known
            if !known.isEmpty { hasOtherThanSignatures = true }
        } catch {
            add(error, nil)
        }
    }

    /// The response of the service.
    var answer: ValuesCheck {
        ValuesCheck(
            fields: targets, skipped: skipped,
            problems: problems.map {
                .init(fieldRegionId: $0.fieldRegionId, key: $0.key, code: $0.code.rawValue, message: $0.message)
            }, notes: notes.isEmpty ? nil : notes, bound: bound.isEmpty ? nil : bound)
    }

    private mutating func targets(of entry: ValueEntry) throws(Failure) -> [ValuesCheck.Target] {
        if let text = entry.value.text, text.utf8.count > ValueLimits().valueLength {
            throw Failure(.valueTooLong, "A value has at most \(ValueLimits().valueLength) bytes.")
        }
        let values = try fields.binder.bound(entry)
        if values.contains(where: { $0.field.type == .signature }) {
            signing.insert(entry.value.text?.isEmpty == true ? .removed : .signed)
        } else if !values.isEmpty {
            hasOtherThanSignatures = true
        }
        return values.map {
            Self.target($0.field, key: entry.key, match: $0.match, entry.source)
        }
    }

    private mutating func add(_ failure: Failure, _ entry: ValueEntry?) {
        let id = entry.map { fields.id(of: $0, failure) } ?? ""
        problems.append(
            APIError.FieldProblem(
                fieldRegionId: id, key: entry?.key == id ? nil : entry?.key, code: failure.code,
                message: failure.message))
    }

    /// Replaces table cells by the keys of their fields, since cells are not stored.
    private mutating func place() {
        entries = entries.map { entry in
            guard entry.cell != nil, let field = try? fields.binder.fields(for: entry).first else { return entry }
            var entry = entry
            entry.key = field.id.uuidString
            entry.cell = nil
            return entry
        }
    }

    private static func target(
        _ field: Field, key: String, match: BoundValue.Match, _ source: FieldSource
    ) -> ValuesCheck.Target {
        ValuesCheck.Target(
            fieldRegionId: field.id, label: field.label, section: field.section, pageIndex: field.page, key: key,
            match: match.rawValue, isGuess: match.isGuess ? true : nil, source: source)
    }
}

extension Request {
    /// Returns a boolean in the query: `true`, `false`, or absent for false.
    ///
    /// - Throws: `malformed_request` for anything else.
    func flag(_ name: String) throws(Failure) -> Bool {
        let answer: Answer? = try choice(name)
        return answer == .true
    }
}

/// A boolean in a query.
private enum Answer: String, CaseIterable {
    case `true`, `false`
}
