import Foundation

/// A message about a change, as a client of version 1.0.0 gets it.
package struct ChangeMessage: Decodable {
    package struct Payload: Decodable {
        package let ids: [Int]
        package let data: Change
    }

    package struct Change: Decodable {
        package let schema: String
        package let table: String
        package let type: String
        package let columns: [Column]
        package let record: Record?
        package let oldRecord: Record?
        package let commitTimestamp: String
    }

    package struct Column: Decodable, Equatable {
        package let name: String
        package let type: String

        package init(name: String, type: String) {
            self.name = name
            self.type = type
        }
    }

    package struct Record: Decodable, Equatable {
        package let id: String
        package var text: String?
        package var emojiType: String?
        package var userNickname: String?

        package init(id: String, text: String? = nil, emojiType: String? = nil, userNickname: String? = nil) {
            self.id = id
            self.text = text
            self.emojiType = emojiType
            self.userNickname = userNickname
        }
    }

    package let event: String
    package let topic: String
    package let payload: Payload
}

extension SocketClient {
    /// The next message, which must be about a change.
    package func change() async throws -> ChangeMessage {
        guard case .text(let text) = await next() else { throw URLError(.badServerResponse) }
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        return try decoder.decode(ChangeMessage.self, from: Data(text.utf8))
    }

    /// The next message as a text; "" for anything else.
    package func text() async -> String {
        if case .text(let text) = await next() { return text }
        return ""
    }
}
