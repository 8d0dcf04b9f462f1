package import Pipeline

extension SQLStore {
    package func waitingOwners(for stages: [StageAddress]) async throws -> [StageAddress: Set<OwnerID>] {
        try await look { try $0.waitingOwners(for: stages) }
    }

    package func document(_ id: DocumentID, in scope: OwnerScope) async throws -> Document {
        try await look { try $0.document(id, in: scope) }
    }

    package func documents(_ query: DocumentQuery) async throws -> [Document] {
        try await look { try $0.documents(query) }
    }

    package func count(_ query: DocumentQuery, upTo limit: Int) async throws -> Int {
        try await look { try $0.count(query, upTo: limit) }
    }

    package func jobs(_ query: JobQuery) async throws -> [Job] {
        try await look { try $0.jobs(query) }
    }

    package func count(_ query: JobQuery, upTo limit: Int) async throws -> Int {
        try await look { try $0.count(query, upTo: limit) }
    }

    package func artefacts(of document: DocumentID, in scope: OwnerScope, fill: Int?) async throws
        -> [PublishedArtefact]
    {
        try await look { tables in
            _ = try tables.document(document, in: scope)
            return try tables.artefacts(of: document, fill: fill)
        }
    }

    package func parts(of document: DocumentID, in scope: OwnerScope) async throws -> [Part] {
        try await look { try $0.parts(of: $0.document(document, in: scope)) }
    }

    package func events(of document: DocumentID, in scope: OwnerScope) async throws -> [Event] {
        try await lookAtFeed { tables in
            _ = try tables.document(document, in: scope)
            return try tables.events(of: document)
        }
    }

    package func events(_ query: EventQuery) async throws -> EventPage {
        try await lookAtFeed { try $0.events(query) }
    }

    package func newestEvent() async throws -> Int64 {
        try await lookAtFeed { try $0.newestEvent() }
    }

    package func status(in scope: OwnerScope, at now: Timestamp) async throws -> StoreStatus {
        try await look(asksTime: true) { [countLimit] in
            try $0.status(in: scope, at: $0.clock.now(now), upTo: countLimit)
        }
    }

    package func activity(of stages: [StageAddress], at now: Timestamp) async throws -> StoreActivity {
        try await look(asksTime: true) { try $0.activity(of: stages, at: $0.clock.now(now)) }
    }

    package func referenced(among contents: [ContentID]) async throws -> Set<ContentID> {
        try await look { try $0.referenced(among: contents) }
    }
}
