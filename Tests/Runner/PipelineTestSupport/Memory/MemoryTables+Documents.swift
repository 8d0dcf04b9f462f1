import Pipeline

extension MemoryTables {
    mutating func add(_ new: NewDocument, at now: Timestamp) throws(StoreError) -> Document {
        guard documents[new.id] == nil else { throw .documentExists(new.id) }
        try new.checkParts()
        var numbered: [(id: DocumentID, sequence: Int64)] = []
        for part in new.parts { numbered.append((part, try self.document(part, in: .owner(new.owner)).sequence)) }
        let document = Document(new: new, sequence: nextArrival(), at: now)
        documents[document.id] = document
        arrivals.append(document.id)
        if !numbered.isEmpty { parts[document.id] = numbered }
        log(.imported, document, from: nil, at: now)
        return document
    }

    mutating func begin(
        _ id: DocumentID, in scope: OwnerScope, along route: Route, inputs: [Artefact], at now: Timestamp
    ) throws(StoreError) -> Document {
        let before = try document(id, in: scope)
        try checkPartsBegun(of: id, for: route.state)
        let document = try enter(before, route.state, cause: .began, newFill: route.state == .filling, at: now)
        publish(inputs, by: .inputs, for: document, at: now)
        start(document, along: route, at: now)
        return try self.document(id)
    }

    mutating func resume(
        _ id: DocumentID, in scope: OwnerScope, along route: Route, at now: Timestamp
    ) throws(StoreError) -> Document {
        let before = try document(id, in: scope)
        guard before.state == .failed else {
            throw .moveNotAllowed(id, from: before.state, to: route.state)
        }
        let document = try enter(before, route.state, cause: .resumed, newFill: false, at: now)
        start(document, along: route, at: now)
        return try self.document(id)
    }

    private mutating func enter(
        _ document: Document, _ state: DocumentState, cause: Event.Cause, newFill: Bool, at now: Timestamp
    ) throws(StoreError) -> Document {
        var document = document
        let before = document.state
        guard document.mayEnter(state) else { throw .moveNotAllowed(document.id, from: before, to: state) }
        document.state = state
        document.failure = nil
        document.updatedAt = now
        if newFill { document.fill += 1 }
        documents[document.id] = document
        log(cause, document, from: before, at: now)
        return document
    }

    mutating func cancel(_ id: DocumentID, in scope: OwnerScope, at now: Timestamp) throws(StoreError) -> Document {
        let document = try document(id, in: scope)
        guard document.state.isWorking, let job = liveJob(of: id) else {
            throw .moveNotAllowed(id, from: document.state, to: .failed)
        }
        end(job, as: .cancelled, because: .cancelled, at: now)
        return try self.document(id)
    }

    mutating func delete(_ id: DocumentID, in scope: OwnerScope, at now: Timestamp) throws(StoreError) {
        let document = try document(id, in: scope)
        let orphan = liveJob(of: id)
        documents[id] = nil
        parts[id] = nil
        arrivals.removeAll { $0 == id }
        jobs = jobs.filter { $0.value.document != id }
        artefacts.removeAll { $0.document == id }
        events.removeAll { $0.document == id }
        logDeletion(of: document, at: now)
        sharedResults = sharedResults.mapValues { $0.filter { $0.document != id } }.filter { !$0.value.isEmpty }
        if let orphan { promoteFollower(of: orphan, at: now) }
    }

    /// Advances a document, or lets its first stage wait for its parts.
    private mutating func start(_ document: Document, along route: Route, at now: Timestamp) {
        guard let step = route.steps.first, isWaiting(document.id) else {
            return advance(document, along: route, due: now, at: now)
        }
        make(step, for: document, as: .waiting, cause: .enqueued, due: now, at: now)
    }

    /// Reuses results that already exist, then enqueues the first remaining stage or moves the document to its
    /// destination.
    ///
    /// `due` orders the stage's job. After another stage it is that stage's due time, so that documents whose work has
    /// begun take precedence over later ones.
    mutating func advance(_ document: Document, along route: Route, due: Timestamp, at now: Timestamp) {
        var document = document
        var steps = route.steps[...]
        while let step = steps.first {
            guard let known = step.reuseKey.flatMap({ sharedResults[$0]?.first }) else {
                return enqueue(step, for: document, due: due, at: now)
            }
            take(over: known, key: step.reuseKey, for: &document, at: now)
            make(step, for: document, as: .done, cause: .reused, due: due, at: now)
            count(.done, of: document.id, at: now)
            steps = steps.dropFirst()
        }
        let before = document.state
        document.state = route.destination
        document.updatedAt = now
        documents[document.id] = document
        log(.arrived, document, from: before, at: now)
    }

    private mutating func enqueue(_ step: Route.Step, for document: Document, due: Timestamp, at now: Timestamp) {
        let hasLeader =
            step.reuseKey.map { key in jobs.values.contains { $0.reuseKey == key && $0.state.isLeading } } ?? false
        make(step, for: document, as: hasLeader ? .following : .available, cause: .enqueued, due: due, at: now)
    }

    private mutating func make(
        _ step: Route.Step, for document: Document, as state: JobState, cause: Event.Cause, due: Timestamp,
        at now: Timestamp
    ) {
        let job = Job(
            id: nextJobID(), document: document.id, kind: document.kind, stage: step.stage,
            fill: document.currentFill, state: state, priority: document.priority, attempt: 0,
            attemptLimit: step.attemptLimit, due: due, reuseKey: step.reuseKey, fence: 0, worker: nil,
            leaseUntil: nil, startedAt: nil, createdAt: now, finishedAt: state.isFinal ? now : nil, failure: nil)
        jobs[job.id] = job
        log(cause, job, before: nil, at: now)
    }

    /// Copies to the document the result that another document with the same bytes already has.
    mutating func take(
        over known: SharedResult, key: ContentID?, for document: inout Document, at now: Timestamp
    ) {
        let published = artefacts.filter { $0.document == known.document && $0.fill == 0 && $0.stage == known.stage }
        publish(published.map(\.artefact), by: known.stage, for: document, at: now)
        learn(known.facts, by: known.stage, key: key, for: &document, at: now)
    }

    mutating func publish(_ new: [Artefact], by stage: StageName, for document: Document, at now: Timestamp) {
        let fill = document.currentFill
        for artefact in new {
            artefacts.removeAll {
                $0.document == document.id && $0.fill == fill && $0.stage == stage
                    && $0.artefact.name == artefact.name
            }
            artefacts.append(
                PublishedArtefact(
                    document: document.id, fill: fill, stage: stage, artefact: artefact, publishedAt: now))
        }
    }

    mutating func learn(
        _ facts: [String: String], by stage: StageName, key: ContentID?, for document: inout Document,
        at now: Timestamp
    ) {
        if !facts.isEmpty {
            document.facts.merge(facts) { $1 }
            document.updatedAt = now
            documents[document.id] = document
        }
        if let key {
            sharedResults[key, default: []].removeAll { $0.document == document.id }
            sharedResults[key, default: []].append(
                SharedResult(document: document.id, stage: stage, facts: facts))
        }
    }
}
