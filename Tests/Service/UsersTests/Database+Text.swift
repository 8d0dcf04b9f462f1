import Foundation
import GRDB
import Pipeline

extension Database {
    /// Every row of a table as text.
    func dumpedRows(_ table: String) throws -> String {
        try Row.fetchAll(self, sql: "SELECT * FROM \(table)").map { row in
            row.map { name, value in
                let data = Data.fromDatabaseValue(value)
                return "\(name)=\(value) \(data.map { String(decoding: $0, as: UTF8.self) } ?? "")"
            }.joined(separator: " ")
        }.joined(separator: "\n")
    }

    func count(_ table: String) throws -> Int { try Int.fetchOne(self, sql: "SELECT count(*) FROM \(table)") ?? 0 }
}

extension TestAccounts {
    func document(of owner: OwnerID) -> NewDocument {
        NewDocument(
            id: DocumentID(UUID()), owner: owner, kind: "memo", fileName: "a.txt", mediaType: "text/plain",
            content: ContentID(of: Data()), byteCount: 0)
    }
}
