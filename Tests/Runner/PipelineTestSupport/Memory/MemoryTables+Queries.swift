import Pipeline

extension MemoryTables {
    func documents(_ query: DocumentQuery) -> [Document] {
        let matching = arrivals.reversed().lazy.compactMap { documents[$0] }.filter { document in
            (query.before.map { document.sequence < $0 } ?? true) && Self.matches(document, query)
        }
        return Array(matching.prefix(query.limit))
    }

    func count(_ query: DocumentQuery, upTo limit: Int) -> Int {
        min(limit, documents.values.count { Self.matches($0, query) })
    }

    private static func matches(_ document: Document, _ query: DocumentQuery) -> Bool {
        func hasText(_ text: String) -> Bool {
            // Compared by bytes, as in SQLite, so that a combining accent after a letter does not hide the letter.
            document.fileName.foldedForSearch.utf8.firstRange(of: text.foldedForSearch.utf8) != nil
        }
        return query.scope.contains(document.owner) && (query.state == nil || document.state == query.state)
            && (query.kind == nil || document.kind == query.kind)
            && (query.idPrefix.map(document.id.description.hasPrefix) ?? true) && query.tokens.allSatisfy(hasText)
    }

    func jobs(_ query: JobQuery) -> [Job] {
        let matching = jobs.values.filter { job in (query.before.map { job.id < $0 } ?? true) && matches(job, query) }
        return Array(matching.sorted { $0.id > $1.id }.prefix(query.limit))
    }

    func count(_ query: JobQuery, upTo limit: Int) -> Int {
        min(jobs.values.count { matches($0, query) }, limit)
    }

    private func matches(_ job: Job, _ query: JobQuery) -> Bool {
        contains(job, query.scope) && (query.document == nil || job.document == query.document)
            && (query.state == nil || job.state == query.state) && (query.id == nil || job.id == query.id)
            && (query.kind == nil || job.kind == query.kind) && (query.stage == nil || job.stage == query.stage)
    }

    /// Returns whether the job's document is in the scope.
    private func contains(_ job: Job, _ scope: OwnerScope) -> Bool {
        documents[job.document].map { scope.contains($0.owner) } ?? false
    }

    func artefacts(of id: DocumentID, in scope: OwnerScope, fill: Int?) throws(StoreError) -> [PublishedArtefact] {
        _ = try document(id, in: scope)
        return artefacts.filter { $0.document == id && (fill == nil || $0.fill == 0 || $0.fill == fill) }
    }

    func events(of id: DocumentID, in scope: OwnerScope) throws(StoreError) -> [Event] {
        _ = try document(id, in: scope)
        return events.filter { $0.document == id }
    }

    func events(_ query: EventQuery) throws(StoreError) -> EventPage {
        guard (purgedEvents...lastEvent).contains(query.after) else { throw .feedTruncated(after: query.after) }
        let matching = events.lazy.filter { $0.sequence > query.after && query.scope.contains($0.owner) }
        let page = Array(matching.prefix(query.limit))
        return EventPage(events: page, next: page.count < query.limit ? lastEvent : page.last?.sequence ?? query.after)
    }

    func status(in scope: OwnerScope, at now: Timestamp) -> StoreStatus {
        let jobs = jobs.values.filter { contains($0, scope) }
        let live = Dictionary(grouping: jobs.filter { !$0.state.isFinal }, by: \.address)
        let lines = live.map { address, jobs in
            func count(_ state: JobState) -> Int { jobs.count { $0.state == state } }
            return StoreStatus.StageLine(
                address: address, available: count(.available), scheduled: count(.scheduled),
                following: count(.following), waiting: count(.waiting), running: count(.running))
        }
        let recent = endings.filter { $0.at > now - .seconds(60) && scope.contains($0.owner) }
        return StoreStatus(
            documents: Dictionary(
                documents.values.filter { scope.contains($0.owner) }.map { ($0.state, 1) }, uniquingKeysWith: +),
            stages: lines.sorted { $0.address.description < $1.address.description },
            oldestWait: jobs.filter { $0.state == .available }.map(\.due).min().map { now - $0 },
            doneInLastMinute: recent.count { $0.state == .done },
            deadInLastMinute: recent.count { $0.state == .dead })
    }

    func activity(of stages: [StageAddress], at now: Timestamp) -> StoreActivity {
        let waiting = jobs.values.filter { $0.state == .available && stages.contains($0.address) }
        let queues = Dictionary(grouping: waiting) { [$0.address.description, documents[$0.document]?.owner.text] }
        let fronts = queues.values.compactMap { $0.min(by: Self.isMoreUrgent) }
        return StoreActivity(
            doneInLastMinute: endings.count { $0.at > now - .seconds(60) && $0.state == .done },
            longestWait: fronts.map(\.due).min().map { now - $0 })
    }

    func referenced(among contents: [ContentID]) -> Set<ContentID> {
        let needed = Set(documents.values.map(\.content)).union(artefacts.map(\.artefact.content))
        return needed.intersection(contents)
    }
}
