import FailureModel
import FormModel
import Formwright
import Foundation
import Pipeline

/// Finds what people name on the command line.
struct StoreLookup {
    let runtime: Runtime

    /// The document of this id, or the only one whose id begins so.
    func document(_ text: String) async throws -> Document {
        let prefix = text.uppercased()
        guard !prefix.isEmpty, prefix.allSatisfy({ $0.isHexDigit || $0 == "-" }) else {
            throw Failure(.documentUnknown, "\"\(text)\" is not the beginning of a document's id.")
        }
        let found = try await runtime.store.documents(DocumentQuery(in: .all, idPrefix: prefix, limit: 2))
        guard let document = found.first else {
            throw Failure(.documentUnknown, "No document's id begins with \(text).")
        }
        guard found.count == 1 else {
            throw Failure(.documentUnknown, "Several documents' ids begin with \(text); give more of it.")
        }
        return document
    }

    func job(_ number: Int64) async throws -> Job {
        guard let job = try await runtime.store.jobs(JobQuery(in: .all, id: JobID(number), limit: 1)).first else {
            throw Failure(.documentUnknown, "There is no job \(number).")
        }
        return job
    }

    /// The bytes of an artefact that was published last.
    func bytes(of name: String, in document: Document) async throws -> Data? {
        let all = try await runtime.store.artefacts(of: document.id, in: .all, fill: nil)
        guard let artefact = all.last(where: { $0.artefact.name == name })?.artefact else { return nil }
        return try runtime.artefacts.read(artefact.content)
    }
}

extension DocumentID {
    /// Enough of an id to tell it from others.
    var short: String { String(description.prefix(8)) }
}

extension Timestamp {
    /// ISO 8601 in UTC, without fractions.
    var text: String { date.formatted(.iso8601) }
}
