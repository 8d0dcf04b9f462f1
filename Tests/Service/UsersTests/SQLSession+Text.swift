import Foundation
import Pipeline
import SQL

extension SQLSession {
    /// Every row of a table as text.
    func dumpedRows(_ table: String) throws -> String {
        try rows("SELECT * FROM \(table)").map { row in
            zip(row.names, row.values).map { name, value in
                let bytes = Data(sqlValue: value)
                return "\(name)=\(value) \(bytes.map { String(decoding: $0, as: UTF8.self) } ?? "")"
            }.joined(separator: " ")
        }.joined(separator: "\n")
    }

    func count(_ table: String) throws -> Int { try value(Int.self, "SELECT count(*) FROM \(table)") ?? 0 }
}

extension TestAccounts {
    func document(of owner: OwnerID) -> NewDocument {
        NewDocument(
            id: DocumentID(UUID()), owner: owner, kind: "memo", fileName: "a.txt", mediaType: "text/plain",
            content: ContentID(of: Data()), byteCount: 0)
    }
}
