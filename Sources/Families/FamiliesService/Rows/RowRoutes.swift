package import FailureModel
import Foundation
package import HTTPService
import HTTPTypes
package import Hummingbird
import NIOCore
import Pipeline
import RowQuery
import RowQuerySQL
import SQL
import Threads

/// The routes for rows in PostgREST's language, under `/rest/v1`.
package struct RowRoutes: Sendable {
    let rows: any RowStore
    private let callers: any ProjectCallers
    private let table: ErrorTable
    private let admit: Admit
    private let now: @Sendable () -> Int64
    /// The turns of reads.
    ///
    /// One reader of the four that SQLite has is left for other requests.
    private let reads = AdmissionQueue(StatementTurns(most: 3, ofCaller: 2))
    /// The turns of writes.
    ///
    /// They wait here instead of in the store, so that those of clients that left never begin.
    private let writes = AdmissionQueue(StatementTurns(most: .max, ofCaller: 1))

    /// Throws if a client calls a function too often.
    package typealias Admit = @Sendable (_ function: String, _ client: String) throws -> Void

    /// Creates the routes.
    ///
    /// - Parameters:
    ///   - rows: The rows.
    ///   - callers: Identifies the bearers of tokens.
    ///   - table: The statuses of failures unrelated to rows.
    ///   - admit: Called before a function to slow down guessing.
    ///   - now: Returns the microseconds since 1970.
    package init(
        _ rows: any RowStore, callers: any ProjectCallers,
        table: ErrorTable = ErrorTable(ErrorRow.common, ErrorRow.pipeline, ErrorRow.httpService),
        admit: @escaping Admit = { _, _ in },
        now: @escaping @Sendable () -> Int64 = { Int64(Date().timeIntervalSince1970 * 1_000_000) }
    ) {
        self.rows = rows
        self.callers = callers
        self.table = table
        self.admit = admit
        self.now = now
    }

    /// Adds the routes.
    package func add(to root: RouterGroup<ServiceContext>) {
        let group = root.group("rest/v1").add(middleware: WireErrors(answer))
        group.get(":table", use: read)
        group.post(":table", use: insert)
        group.put(":table", use: put)
        group.patch(":table", use: update)
        group.delete(":table", use: delete)
        group.get("rpc/:function", use: callByGet)
        group.post("rpc/:function", use: callByPost)
    }

    private var limits: QueryLimits { rows.planner.limits }

    // MARK: Routes

    @Sendable private func read(_ request: Request, _ context: ServiceContext) async throws -> Response {
        let name = Self.table(context)
        return try await refusing(request, by: callers.caller(namedIn:)) { caller in
            let (exchange, bytes, range) = try await inReadTurn(context, as: caller.user) { [rows, callers, limits] in
                try await rows.read { access, db in
                    // Session and rows are read together, because most requests are small reads.
                    try callers.checkSession(caller, of: request, db)
                    let exchange = try RowExchange(request, by: caller.rows, limits: limits)
                    let query = try RowRequest(exchange.parameters, limits: limits)
                    let result = try access.read(
                        name, query, range: exchange.range, preferences: exchange.preferences, as: exchange.caller, db)
                    return (exchange, try Self.bytes(of: result, exchange.form), result.range)
                }
            }
            return Self.rows(bytes, range, exchange)
        }
    }

    /// The name of the table in the path.
    static func table(_ context: ServiceContext) -> String {
        let name = context.parameters.get("table") ?? ""
        return name.removingPercentEncoding ?? name
    }

    @Sendable private func callByGet(_ request: Request, _ context: ServiceContext) async throws -> Response {
        try await call(request, context, isGet: true)
    }

    @Sendable private func callByPost(_ request: Request, _ context: ServiceContext) async throws -> Response {
        try await call(request, context, isGet: false)
    }

    func writing(as caller: Caller) -> WriteContext {
        WriteContext(caller: caller, now: now()) { UUID().uuidString.lowercased() }
    }

    static func body(of request: Request, _ limits: QueryLimits) async throws -> JSONValue {
        let bytes = try await bytes(of: request, limits)
        // Parsing a large body is worth a separate thread.
        return try await offPool { try JSONValue(parsing: bytes, limits: limits) }
    }

    private static func bytes(of request: Request, _ limits: QueryLimits) async throws -> [UInt8] {
        switch request.mediaType {
        case "", "application/json", "application/vnd.pgrst.object+json", "application/vnd.pgrst.array+json": break
        case "text/csv", "application/x-www-form-urlencoded", "text/plain", "text/xml", "application/octet-stream":
            throw RowFailure.notBuilt("A body of the media type \(request.mediaType)")
        default: throw RowQueryError(.unreadableBody, "The body is not JSON, by its Content-Type.")
        }
        do {
            return Array(try await request.bytes(upTo: limits.bodyBytes))
        } catch let failure as Failure where failure.code == .inputTooLarge {
            throw RowQueryError(.unreadableBody, "The body is larger than \(limits.bodyBytes) bytes.")
        }
    }

    // MARK: Calls

    private func call(_ request: Request, _ context: ServiceContext, isGet: Bool) async throws -> Response {
        let name = context.parameters.get("function") ?? ""
        return try await exchange(request) { exchange, limits in
            let function = rows.planner.schema.functions[name]
            try admit(name, context.client)
            if isGet, let function, !function.isReadOnly { throw RowFailure.readOnly }
            // Without the function, arguments and filters cannot be distinguished.
            if isGet, function == nil { throw rows.planner.unknownFunction(name, exchange.parameters.map(\.name)) }
            let query = try RowRequest(exchange.parameters, function: isGet ? function : nil, limits: limits)
            var body: JSONValue?
            if !isGet {
                let bytes = try await Self.bytes(of: request, limits)
                // Functions without parameters are called without a body.
                body =
                    bytes.isEmpty
                    ? .object([:]) : try await offPool { try JSONValue(parsing: bytes, limits: limits) }
            }
            let writing = writing(as: exchange.caller)
            let ask = { @Sendable [body] (access: any RowAccess, db: any SQLSession) throws -> Answer in
                let result = try access.call(
                    name, body, query, range: exchange.range, preferences: exchange.preferences, in: writing, db)
                return switch result {
                case .nothing: .nothing
                case .value(let text): .value(Array(text.utf8))
                case .rows(let rows): .rows(try Self.bytes(of: rows, exchange.form), rows.range)
                }
            }
            let answer =
                function?.isReadOnly ?? true
                ? try await inReadTurn(context, as: exchange.caller.user) { [rows] in try await rows.read(ask) }
                : try await inWriteTurn(context, as: exchange.caller.user) { try await rows.write(ask) }
            switch answer {
            case .nothing: return Response(status: .noContent, headers: Self.headers(of: exchange))
            case .rows(let bytes, let range): return Self.rows(bytes, range, exchange)
            case .value(let bytes):
                var headers = Self.headers(of: exchange)
                headers[.contentType] = RowExchange.Form.array.mediaType
                return Response(
                    status: .ok, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
            }
        }
    }

    /// The encoded result of a function.
    private enum Answer: Sendable {
        case nothing
        case value([UInt8])
        case rows([UInt8], ContentRange)
    }

    // MARK: Turns

    /// Reads in the caller's turn, until the client leaves.
    private func inReadTurn<T: Sendable>(
        _ context: ServiceContext, as user: String?, _ body: @escaping @Sendable () async throws -> T
    ) async throws -> T {
        let caller = user ?? context.client
        return try await context.whileClientWaits { [reads] in try await reads.with(caller, body) }
    }

    /// Writes in the caller's turn.
    ///
    /// A write that began is finished even if the client leaves.
    func inWriteTurn<T>(_ context: ServiceContext, as user: String?, _ body: () async throws -> T) async throws -> T {
        let caller = user ?? context.client
        try await context.whileClientWaits { [writes] in try await writes.enter(caller) }
        defer { writes.leave(caller) }
        return try await body()
    }

    // MARK: Answers

    /// Parses and answers a request, or rejects it.
    func exchange(
        _ request: Request, _ body: (RowExchange, QueryLimits) async throws -> Response
    ) async throws -> Response {
        try await refusing(request, by: { try await callers.caller(of: $0) }) { caller in
            try await body(try RowExchange(request, by: caller.rows, limits: limits), limits)
        }
    }

    /// Identifies the caller and answers a request, or rejects it in PostgREST's terms.
    private func refusing(
        _ request: Request, by identify: (Request) async throws -> ProjectCaller,
        _ body: (ProjectCaller) async throws -> Response
    ) async throws -> Response {
        var hasUser = false
        do {
            let caller = try await identify(request)
            hasUser = caller.user != nil
            return try await body(caller)
        } catch let error as ProjectTokenError {
            throw RowFailure(error)
        } catch let error as RowQueryError {
            throw RowFailure(error, hasUser: hasUser)
        }
    }

    static func bytes(of result: RowResult, _ form: RowExchange.Form) throws -> [UInt8] {
        form.isObject
            ? try result.single(leavesOutNulls: form.leavesOutNulls)
            : result.array(leavesOutNulls: form.leavesOutNulls)
    }

    static func headers(of exchange: RowExchange) -> HTTPFields {
        var headers: HTTPFields = [.cacheControl: "no-store"]
        if !exchange.preferences.applied.isEmpty { headers[.preferenceApplied] = exchange.preferences.applied }
        return headers
    }

    private static func rows(_ bytes: [UInt8], _ range: ContentRange, _ exchange: RowExchange) -> Response {
        var headers = headers(of: exchange)
        headers[.contentType] = exchange.form.mediaType
        headers[.contentRange] = range.description
        return Response(
            status: range.isPartial ? .partialContent : .ok, headers: headers,
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
    }

    /// Converts an error to the format of PostgREST.
    @Sendable private func answer(_ error: any Error, _ request: Request, _ context: ServiceContext) -> Response {
        if let failure = error as? RowFailure { return failure.response }
        let (failure, headers) = WireErrors.failure(error)
        let status = table.httpStatus(of: failure.code)
        if status >= 500 { WireErrors.log(failure, context) }
        let message = status == 500 ? "The service could not do this; its log says why." : failure.description
        return RowFailure(status: status, code: failure.code.rawValue, message: message, headers: headers).response
    }
}
