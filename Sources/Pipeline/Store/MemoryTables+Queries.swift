extension MemoryTables {
    func documents(_ query: DocumentQuery) -> [Document] {
        let matching = arrivals.reversed().lazy.compactMap { documents[$0] }
            .filter {
                query.scope.contains($0.owner) && (query.state == nil || $0.state == query.state)
                    && (query.kind == nil || $0.kind == query.kind)
                    && (query.idPrefix.map($0.id.description.hasPrefix) ?? true)
            }
        return Array(matching.dropFirst(query.offset).prefix(query.limit))
    }

    func jobs(_ query: JobQuery) -> [Job] {
        let matching = jobs.values
            .filter {
                contains($0, query.scope) && (query.document == nil || $0.document == query.document)
                    && (query.state == nil || $0.state == query.state)
                    && (query.id == nil || $0.id == query.id) && (query.stage == nil || $0.stage == query.stage)
            }
            .sorted { $0.id > $1.id }
        return Array(matching.dropFirst(query.offset).prefix(query.limit))
    }

    /// Whether the job's document lies within the scope.
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

    func status(in scope: OwnerScope, at now: Timestamp) -> StoreStatus {
        let jobs = jobs.values.filter { contains($0, scope) }
        let live = Dictionary(grouping: jobs.filter { !$0.state.isFinal }, by: \.address)
        let lines = live.map { address, jobs in
            func count(_ state: JobState) -> Int { jobs.count { $0.state == state } }
            return StoreStatus.StageLine(
                address: address, available: count(.available), scheduled: count(.scheduled),
                following: count(.following), running: count(.running))
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

    func referenced(among contents: [ContentID]) -> Set<ContentID> {
        let needed = Set(documents.values.map(\.content)).union(artefacts.map(\.artefact.content))
        return needed.intersection(contents)
    }
}
