import Pipeline
import SQL

extension Tables {
    func add(_ new: NewDocument, at now: Timestamp) throws -> Document {
        let state = DocumentState.imported
        try new.checkParts()
        // Read before the document takes a number, which PostgreSQL would not give out again.
        let parts = try new.parts.map { try self.document($0, in: .owner(new.owner)) }
        let sequence = try db.value(
            Int64.self,
            """
            INSERT INTO documents (id, kind, file_name, folded_name, media_type, content, byte_count, state, fill,
                priority, facts, created_at, updated_at, owner, part_count)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, 0, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO NOTHING
            RETURNING sequence
            """,
            [
                new.id.description, new.kind.text, new.fileName, new.fileName.foldedForSearch, new.mediaType,
                new.content.hex, new.byteCount, state.rawValue, new.priority, try Facts.encode(new.facts),
                now.milliseconds, now.milliseconds, new.owner.text, new.parts.count,
            ])
        guard let sequence else { throw StoreError.documentExists(new.id) }
        let document = Document(new: new, sequence: sequence, at: now)
        try add(parts, to: document)
        try log(.imported, document, from: nil, at: now)
        return document
    }

    func begin(
        _ id: DocumentID, in scope: OwnerScope, along route: Route, inputs: [Artefact], at now: Timestamp
    ) throws -> Document {
        let before = try locked(id, in: scope, for: route)
        try checkPartsBegun(of: before, for: route.state)
        let fill = route.state == .filling ? before.fill + 1 : before.fill
        let document = try enter(before, route.state, cause: .began, fill: fill, at: now)
        try publish(inputs, by: .inputs, for: document, at: now)
        return try start(document, along: route, at: now)
    }

    func resume(_ id: DocumentID, in scope: OwnerScope, along route: Route, at now: Timestamp) throws -> Document {
        let before = try locked(id, in: scope, for: route)
        guard before.state == .failed else {
            throw StoreError.moveNotAllowed(id, from: before.state, to: route.state)
        }
        let document = try enter(before, route.state, cause: .resumed, fill: before.fill, at: now)
        return try start(document, along: route, at: now)
    }

    /// Locks a document at the begin of a route, with its parts.
    private func locked(_ id: DocumentID, in scope: OwnerScope, for route: Route) throws -> Document {
        try lock(keys: route.steps.compactMap(\.reuseKey))
        let document = try lockedDocument(id, in: scope)
        if document.partCount > 0 {
            let parts = try db.values(Int64.self, "SELECT part FROM parts WHERE whole = ?", [document.sequence])
            try lock(documents: Set(parts))
        }
        return document
    }

    /// Advances a document, or makes its first stage wait for its parts.
    private func start(_ document: Document, along route: Route, at now: Timestamp) throws -> Document {
        guard let step = route.steps.first, try isWaiting(document) else {
            return try advance(document, along: route, due: now, at: now)
        }
        try make(step, for: document, as: .waiting, cause: .enqueued, due: now, at: now)
        return document
    }

    private func enter(
        _ before: Document, _ state: DocumentState, cause: Event.Cause, fill: Int, at now: Timestamp
    ) throws -> Document {
        guard before.mayEnter(state) else {
            throw StoreError.moveNotAllowed(before.id, from: before.state, to: state)
        }
        return try move(before, to: state, cause: cause, fill: fill, at: now)
    }

    func cancel(_ id: DocumentID, in scope: OwnerScope, at now: Timestamp) throws -> Document {
        try lockLiveJob(of: id)
        let document = try lockedDocument(id, in: scope)
        guard document.state.isWorking, let job = try liveJob(of: id) else {
            throw StoreError.moveNotAllowed(id, from: document.state, to: .failed)
        }
        try end(job, as: .cancelled, because: .cancelled, at: now)
        return try self.document(id)
    }

    /// Deletes a document and records the deletion in one event.
    ///
    /// Its jobs, artefacts, events and shared results are deleted with the row.
    func delete(_ id: DocumentID, in scope: OwnerScope, at now: Timestamp) throws {
        try lockLiveJob(of: id)
        let document = try lockedDocument(id, in: scope)
        let orphan = try liveJob(of: id)
        if let key = orphan?.reuseKey { try lock(keys: [key]) }
        if isShared {
            // The jobs first: a claim that has the job, which writes an event, is waited for.
            try db.enqueue("DELETE FROM jobs WHERE document = ?", [document.sequence])
            try db.enqueue("DELETE FROM events WHERE document = ?", [document.sequence])
        }
        try db.execute("DELETE FROM documents WHERE id = ?", [document.id.description])
        try logDeletion(of: document, at: now)
        if let orphan { try promoteFollower(of: orphan, at: now) }
    }

    /// Reuses known results, then enqueues the next stage or reaches the destination.
    ///
    /// `due` decides the stage's place in the queue. A stage that follows another one inherits its due time, so that
    /// documents already started take precedence over later ones.
    @discardableResult
    func advance(_ document: Document, along route: Route, due: Timestamp, at now: Timestamp) throws -> Document {
        var document = document
        try lock(keys: route.steps.compactMap(\.reuseKey))
        for step in route.steps {
            guard let key = step.reuseKey, let known = try sharedResult(key) else {
                try enqueue(step, for: document, due: due, at: now)
                return document
            }
            document = try take(over: known, for: document, at: now)
            try make(step, for: document, as: .done, cause: .reused, due: due, at: now)
            try count(.done, of: document.id, at: now)
        }
        return try move(document, to: route.destination, cause: .arrived, at: now)
    }

    private func enqueue(
        _ step: Route.Step, for document: Document, due: Timestamp, at now: Timestamp
    ) throws {
        // This is the condition of `JobState.isLeading`, written as in the index.
        let hasLeader =
            try step.reuseKey.map { key in
                try db.row(
                    """
                    SELECT 1 FROM jobs WHERE reuse_key = ? AND reuse_key IS NOT NULL
                        AND state IN ('available', 'scheduled', 'running')
                    """, [key.hex], { _ in true }) ?? false
            } ?? false
        try make(
            step, for: document, as: hasLeader ? .following : .available, cause: .enqueued, due: due, at: now)
    }

    private func make(
        _ step: Route.Step, for document: Document, as state: JobState, cause: Event.Cause, due: Timestamp,
        at now: Timestamp
    ) throws {
        let finishedAt = state.isFinal ? now : nil
        let id = try db.insertedNumber(
            """
            INSERT INTO jobs (document, kind, stage, fill, state, priority, attempt, attempt_limit, due, reuse_key,
                fence, created_at, finished_at, owner)
            VALUES (\(Self.documentNumber), ?, ?, ?, ?, ?, 0, ?, ?, ?, 0, ?, ?, ?) RETURNING id
            """,
            [
                document.id.description, document.kind.text, step.stage.text, document.currentFill, state.rawValue,
                document.priority, step.attemptLimit, due.milliseconds, step.reuseKey?.hex, now.milliseconds,
                finishedAt?.milliseconds, document.owner.text,
            ])
        let job = Job(
            id: JobID(id), document: document.id, kind: document.kind, stage: step.stage,
            fill: document.currentFill, state: state, priority: document.priority, attempt: 0,
            attemptLimit: step.attemptLimit, due: due, reuseKey: step.reuseKey, fence: 0, worker: nil,
            leaseUntil: nil, startedAt: nil, createdAt: now, finishedAt: finishedAt, failure: nil)
        try log(cause, job, before: nil, at: now)
    }

    /// The clause for replacing an artefact by the newest of its name.
    static let replacingArtefact = """
        ON CONFLICT (document, fill, stage, name) DO UPDATE SET sequence = excluded.sequence,
            media_type = excluded.media_type, content = excluded.content, byte_count = excluded.byte_count,
            published_at = excluded.published_at
        """

    func publish(_ new: [Artefact], by stage: StageName, for document: Document, at now: Timestamp) throws {
        for artefact in new {
            try db.enqueue(
                """
                INSERT INTO artefacts (document, fill, stage, name, media_type, content, byte_count, published_at)
                VALUES (\(Self.documentNumber), ?, ?, ?, ?, ?, ?, ?) \(Self.replacingArtefact)
                """,
                [
                    document.id.description, document.currentFill, stage.text, artefact.name, artefact.mediaType,
                    artefact.content.hex, artefact.byteCount, now.milliseconds,
                ])
        }
    }
}
