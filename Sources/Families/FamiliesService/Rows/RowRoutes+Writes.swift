import Foundation
import HTTPService
import HTTPTypes
import Hummingbird
import NIOCore
import RowQuery
import RowQuerySQL
import SQL

extension RowRoutes {
    @Sendable func insert(_ request: Request, _ context: ServiceContext) async throws -> Response {
        try await write(request, context, .insert)
    }

    @Sendable func put(_ request: Request, _ context: ServiceContext) async throws -> Response {
        try await write(request, context, .put)
    }

    @Sendable func update(_ request: Request, _ context: ServiceContext) async throws -> Response {
        try await write(request, context, .update)
    }

    @Sendable func delete(_ request: Request, _ context: ServiceContext) async throws -> Response {
        try await write(request, context, .delete)
    }

    /// A kind of write.
    private enum Write {
        case insert, put, update, delete
    }

    private func write(_ request: Request, _ context: ServiceContext, _ verb: Write) async throws -> Response {
        let name = Self.table(context)
        return try await exchange(request) { exchange, limits in
            let query = try RowRequest(exchange.parameters, limits: limits)
            // Some clients send an empty object with a deletion.
            let body = verb == .delete ? JSONValue.null : try await Self.body(of: request, limits)
            let writing = writing(as: exchange.caller)
            let written = try await inWriteTurn(context, as: exchange.caller.user) {
                try await rows.write { access, db in
                    let preferences = exchange.preferences
                    let result =
                        switch verb {
                        case .insert:
                            try access.insert(into: name, body, query, preferences: preferences, in: writing, db)
                        case .put: try access.put(into: name, body, query, preferences: preferences, in: writing, db)
                        case .update: try access.update(name, body, query, preferences: preferences, in: writing, db)
                        case .delete: try access.delete(from: name, query, preferences: preferences, in: writing, db)
                        }
                    let count = result.changes.count
                    // A write is undone if its result cannot be returned as requested.
                    if exchange.form.isObject, count != 1 { throw RowQueryError.notSingle(count: count) }
                    if verb == .update || verb == .delete, let limit = preferences.limit, count > limit {
                        throw RowQueryError(
                            .tooManyAffected, "The request affects more rows than “max-affected” allows.",
                            details: .text("It affects \(count) rows."))
                    }
                    var written = Written(count: count, inserted: result.changes.count { $0.verb == .insert })
                    if preferences.answer == .headersOnly {
                        if written.inserted == 1 {
                            written.location = try result.result.flatMap { try Self.location(of: $0, in: name) }
                        }
                    } else {
                        written.bytes = try result.result.map { try Self.bytes(of: $0, exchange.form) }
                    }
                    return written
                }
            }
            var exchange = exchange
            // Without a key, no row is a duplicate.
            if query.onConflict == nil, rows.planner.schema.tables[name]?.key.isEmpty == true {
                exchange.preferences.resolution = nil
            }
            return Self.answer(written, verb, exchange)
        }
    }

    /// What a write did.
    private struct Written {
        let count: Int
        let inserted: Int
        /// The requested rows.
        var bytes: [UInt8]?
        /// The path of the only inserted row.
        var location: String?
    }

    /// Returns the path of a row.
    ///
    /// Of its columns, only those of the key are given.
    private static func location(of result: RowResult, in table: String) throws -> String? {
        guard result.rows.count == 1, let row = result.rows.first,
            let members = try JSONValue(parsing: Array(row.utf8), limits: QueryLimits()).object?.members
        else { return nil }
        let filters = members.map { member in
            switch member.value {
            case .null: "\(encoded(member.key))=is.null"
            case .text(let text), .number(let text): "\(encoded(member.key))=eq.\(encoded(text))"
            default: "\(encoded(member.key))=eq.\(encoded(JSON.text(of: member.value)))"
            }
        }
        return "/\(encoded(table))?\(filters.joined(separator: "&"))"
    }

    private static func encoded(_ text: String) -> String {
        text.addingPercentEncoding(withAllowedCharacters: unreserved) ?? ""
    }

    /// What RFC 3986 calls unreserved.
    private static let unreserved = CharacterSet(
        charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")

    private static func answer(_ written: Written, _ verb: Write, _ exchange: RowExchange) -> Response {
        var headers = headers(of: exchange)
        let count = written.count
        headers[.location] = written.location
        // Only an update returns the range of affected rows, as in PostgREST.
        let total = exchange.preferences.counts == nil ? nil : count
        let range = ContentRange(offset: 0, count: verb == .update ? count : 0, total: total)
        headers[.contentRange] = range.description
        // Merged rows create nothing.
        let isMerged =
            written.inserted == 0 && (verb == .put || exchange.preferences.resolution == .mergeDuplicates)
        let answered: HTTPResponse.Status = (verb == .insert || verb == .put) && !isMerged ? .created : .ok
        guard let bytes = written.bytes else {
            let isAnswered = verb == .insert || (verb == .put && !isMerged)
            return Response(status: isAnswered ? answered : .noContent, headers: headers)
        }
        headers[.contentType] = exchange.form.mediaType
        return Response(
            status: answered, headers: headers,
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
    }
}
