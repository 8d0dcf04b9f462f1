import FailureModel
import Foundation
import Pipeline
import SQL

/// The error of a row that another program must have written.
struct UnreadableRow: Error {
    let table: String
    let column: String
}

/// The columns in the order of ``Document/init(row:)``.
let documentColumns = """
    id, kind, file_name, media_type, content, byte_count, state, fill, failure_stage, failure_during, failure_code, \
    failure_message, failure_attempt, priority, facts, created_at, updated_at, owner, sequence, part_count, \
    failure_details
    """

extension Document {
    /// Reads columns by position, several times as fast as by name.
    init(row: SQLRow) throws {
        guard let id = DocumentID(row[0] as String) else { throw UnreadableRow(table: "documents", column: "id") }
        guard let content = ContentID(hex: row[4]) else { throw UnreadableRow(table: "documents", column: "content") }
        guard let state = DocumentState(rawValue: row[6]) else {
            throw UnreadableRow(table: "documents", column: "state")
        }
        self.init(
            id: id, sequence: row[18], owner: OwnerID(row[17]), kind: KindName(row[1]), fileName: row[2],
            mediaType: row[3],
            content: content, byteCount: row[5],
            state: state, fill: row[7], failure: try Self.failure(row), priority: row[13],
            facts: try Facts.decode(row[14]), partCount: row[19], createdAt: Timestamp(milliseconds: row[15]),
            updatedAt: Timestamp(milliseconds: row[16]))
    }

    private static func failure(_ row: SQLRow) throws -> DocumentFailure? {
        guard let stage = row[8] as String?, let during = (row[9] as String?).flatMap(DocumentState.init),
            let code = row[10] as String?, let message = row[11] as String?, let attempt = row[12] as Int?
        else { return nil }
        let details = try (row[20] as String?).map(FailureDetails.decode)
        return DocumentFailure(
            stage: StageName(stage), during: during, failure: details ?? Failure(ErrorCode(rawValue: code), message),
            attempt: attempt)
    }
}

/// The parts of a failure besides code and message, as JSON in a column.
enum FailureDetails {
    /// The maximum number of failures within one.
    private static let limit = 200

    /// Returns the column; `nil` if there is only a code and a message.
    static func encode(_ failure: Failure?) throws -> String? {
        guard var failure, failure.hint != nil || failure.location != nil || !failure.details.isEmpty else {
            return nil
        }
        let count = failure.details.count
        if count > limit {
            let last = Failure(failure.code, "Further errors: \(count - limit + 1).")
            failure.details = failure.details.prefix(limit - 1) + [last]
        }
        return String(decoding: try JSONEncoder().encode(failure), as: UTF8.self)
    }

    static func decode(_ text: String) throws -> Failure {
        do {
            return try JSONDecoder().decode(Failure.self, from: Data(text.utf8))
        } catch {
            throw UnreadableRow(table: "documents", column: "failure_details")
        }
    }
}

/// The columns in the order of ``Job/init(row:)``.
let jobColumns = """
    id, (SELECT id FROM documents WHERE documents.sequence = document) AS document_id, kind, stage, fill, state, \
    priority, attempt, attempt_limit, due, reuse_key, fence, worker, \
    lease_until, started_at, created_at, finished_at, failure_code, failure_message, progress_completed, progress_total, \
    progress_unit
    """

extension Job {
    /// Reads columns by position.
    init(row: SQLRow) throws {
        guard let document = DocumentID(row[1] as String) else {
            throw UnreadableRow(table: "jobs", column: "document")
        }
        guard let state = JobState(rawValue: row[5]) else { throw UnreadableRow(table: "jobs", column: "state") }
        var failure: Failure?
        if let code = row[17] as String?, let message = row[18] as String? {
            failure = Failure(ErrorCode(rawValue: code), message)
        }
        self.init(
            id: JobID(row[0]), document: document, kind: KindName(row[2]), stage: StageName(row[3]), fill: row[4],
            state: state, priority: row[6], attempt: row[7], attemptLimit: row[8],
            due: Timestamp(milliseconds: row[9]), reuseKey: (row[10] as String?).flatMap(ContentID.init(hex:)),
            fence: row[11], worker: row[12], leaseUntil: (row[13] as Int64?).map(Timestamp.init(milliseconds:)),
            startedAt: (row[14] as Int64?).map(Timestamp.init(milliseconds:)),
            createdAt: Timestamp(milliseconds: row[15]),
            finishedAt: (row[16] as Int64?).map(Timestamp.init(milliseconds:)), failure: failure,
            progress: JobProgress(row: row, at: 19))
    }
}

extension PublishedArtefact {
    static let columns = """
        (SELECT id FROM documents WHERE documents.sequence = document) AS document_id, fill, stage, name, media_type, \
        content, byte_count, \
        published_at
        """

    /// Reads columns by position.
    init(row: SQLRow) throws {
        guard let document = DocumentID(row[0] as String) else {
            throw UnreadableRow(table: "artefacts", column: "document")
        }
        guard let content = ContentID(hex: row[5]) else { throw UnreadableRow(table: "artefacts", column: "content") }
        let artefact = Artefact(name: row[3], mediaType: row[4], content: content, byteCount: row[6])
        self.init(
            document: document, fill: row[1], stage: StageName(row[2]), artefact: artefact,
            publishedAt: Timestamp(milliseconds: row[7]))
    }
}

extension JobProgress {
    /// Reads three columns starting at `index`; `nil` if no progress was reported.
    fileprivate init?(row: SQLRow, at index: Int) {
        guard let completed = row[index] as Int?, let total = row[index + 1] as Int? else { return nil }
        self.init(completed: completed, total: total, unit: row[index + 2])
    }
}

extension Event {
    /// The columns in the order of ``init(row:)``, to be selected from ``source``.
    static let columns = """
        events.sequence, events.at, coalesce(documents.id, gone_id), cause, from_state, to_state, events.fill, job_id, \
        stage, attempt, duration_ms, worker, code, coalesce(documents.kind, gone_kind), \
        coalesce(documents.owner, gone_owner), progress_completed, progress_total, progress_unit
        """

    static let source = "events LEFT JOIN documents ON documents.sequence = events.document"

    /// Reads columns by position.
    init(row: SQLRow) throws {
        guard let document = DocumentID(row[2] as String) else {
            throw UnreadableRow(table: "events", column: "document")
        }
        guard let cause = Cause(rawValue: row[3]) else { throw UnreadableRow(table: "events", column: "cause") }
        self.init(
            sequence: row[0], at: Timestamp(milliseconds: row[1]), document: document, kind: KindName(row[13]),
            owner: OwnerID(row[14]), cause: cause, from: row[4], to: row[5], fill: row[6],
            job: (row[7] as Int64?).map(JobID.init),
            stage: (row[8] as String?).map { StageName($0) }, attempt: row[9],
            duration: (row[10] as Int64?).map { .milliseconds($0) }, worker: row[11], code: row[12],
            progress: JobProgress(row: row, at: 15))
    }
}

/// A document's facts as JSON text.
enum Facts {
    static func encode(_ facts: [String: String]) throws -> String {
        if facts.isEmpty { return "{}" }
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        return String(decoding: try encoder.encode(facts), as: UTF8.self)
    }

    static func decode(_ text: String) throws -> [String: String] {
        text == "{}" ? [:] : try JSONDecoder().decode([String: String].self, from: Data(text.utf8))
    }
}
