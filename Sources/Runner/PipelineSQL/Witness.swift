import Pipeline
import SQL

/// The first event of a move, for recognising it after an unknown commit.
///
/// A move and its events are one transaction, so the event tells whether the move took effect, whatever has happened to
/// its document since.
struct Witness: Sendable {
    let document: DocumentID
    let job: JobID?
    /// The provisional number; see ``EventNumbers/firstPending``.
    let number: Int64
    let at: Timestamp
}

extension Tables {
    /// Returns whether a move has taken effect, and waits until this is certain.
    ///
    /// The server may still be working on a transaction whose client is gone. It then holds the document or the job,
    /// except a new document, which nobody else can see yet: adding it again waits for it.
    func hasHappened(_ witness: Witness) throws -> Bool {
        let id = witness.document.description
        if let job = witness.job {
            // The document first: a move that ended the job has it, and a claim of the job does not.
            try db.execute("SELECT 1 FROM documents WHERE id = ? FOR NO KEY UPDATE", [id])
            try db.execute("SELECT 1 FROM jobs WHERE id = ? FOR UPDATE", [job.number])
        } else {
            try db.execute("SELECT 1 FROM documents WHERE id = ? FOR NO KEY UPDATE", [id])
        }
        // Of a document, or of its deletion. A server that has lost the latest transactions in a failure may give out
        // their numbers again, but not for the same document at the same time.
        return try db.hasRow(
            """
            SELECT 1 FROM events WHERE document = (SELECT sequence FROM documents WHERE id = ?1)
                AND coalesce(written, sequence) = ?2 AND at = ?3
            UNION ALL SELECT 1 FROM events WHERE document IS NULL AND at = ?3 AND gone_id = ?1
                AND coalesce(written, sequence) = ?2
            """, [id, witness.number, witness.at.milliseconds])
    }
}
