public import FormsAPI
public import Foundation
import ServiceConnection

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

/// A client of the form service, for apps.
///
/// ```swift
/// let client = FormwrightClient(baseURL: url)
/// let id = try await client.upload(contentsOf: file).documentId
/// try await client.process(id)
/// let field = try await client.settled(id).components[0].fieldId
/// try await client.submit([FieldValueInput(fieldRegionId: field, value: "Ada Lovelace")], to: id)
/// try await client.compose(id)
/// if try await client.settled(id).document.status == .filled {
///     try await client.filledPDF(of: id).write(to: output)
/// }
/// ```
///
/// Every method throws ``FormsAPI/ServiceError`` for requests that the service rejects, `URLError` if it cannot be
/// reached, and `CancellationError` when the task is cancelled.
public struct FormwrightClient: Sendable {
    /// The address of the service, without `/api/v1`.
    public let baseURL: URL
    private let token: String?
    private let session: URLSession

    /// Creates a client.
    ///
    /// - Parameters:
    ///   - baseURL: the address of the service, such as `http://127.0.0.1:8080`.
    ///   - token: an API token (`formwright tokens create`); nil for a service that requires no login.
    ///   - session: sends the requests.
    public init(baseURL: URL, token: String? = nil, session: URLSession = .shared) {
        self.baseURL = baseURL
        self.token = token
        self.session = session
    }

    // MARK: Documents

    /// Uploads a form from a file of any size.
    ///
    /// - Parameters:
    ///   - file: a PDF, JPEG, PNG or TIFF; the service determines the type from the bytes.
    ///   - group: the group of the user to which the document is to belong; nil for the user.
    ///   - progress: receives the number of bytes sent and the total, on any thread.
    /// - Returns: the document.
    /// - Throws: `ServiceError`, `URLError`, `CocoaError` if the file cannot be read, `CancellationError`.
    public func upload(
        contentsOf file: URL, for group: String? = nil,
        progress: (@Sendable (_ sent: Int64, _ total: Int64) -> Void)? = nil
    ) async throws -> UploadedDocument {
        try decoded(try await send(file, request("POST", "documents/init-upload", Self.query(group)), progress))
    }

    /// Sends a file with a request, and returns the body of the response.
    func send(
        _ file: URL, _ request: URLRequest, _ progress: (@Sendable (_ sent: Int64, _ total: Int64) -> Void)?
    ) async throws -> Data {
        let body = MultipartFile()
        defer { body.remove() }
        try body.write(file, fileName: file.lastPathComponent)
        var request = request
        request.setValue(body.contentType, forHTTPHeaderField: "Content-Type")
        request.httpBodyStream = InputStream(url: body.url)
        let total = try body.byteCount
        var status = 0
        var answer = Data()
        for try await event in Transfer.events(of: request, session.configuration) {
            switch event {
            case .sent(let count): progress?(min(count, total), total)
            case .response(let code): status = code
            case .received(let data): answer += data
            }
        }
        // A cancelled stream ends without an error.
        try Task.checkCancellation()
        return try Self.checked(answer, status: status)
    }

    /// Uploads the bytes of a form.
    ///
    /// The document belongs to a group of the user if one is named.
    public func upload(_ data: Data, fileName: String, for group: String? = nil) async throws -> UploadedDocument {
        let body = MultipartFile()
        var request = request("POST", "documents/init-upload", Self.query(group))
        request.setValue(body.contentType, forHTTPHeaderField: "Content-Type")
        request.httpBody = body.head(fileName: fileName) + data + body.tail
        return try await decoded(request)
    }

    /// Returns a page of the list of documents, newest first.
    ///
    /// - Parameters:
    ///   - status: limits the list to documents in this state.
    ///   - text: limits the list to documents with this in their file name.
    ///   - group: limits the list to documents of this group of the user; `@own` for those of no group.
    ///   - before: ``DocumentPage/next`` of the previous page.
    ///   - limit: the maximum number of documents, 1 to 200.
    /// - Returns: the page, with the total.
    /// - Throws: `ServiceError`, `URLError`.
    public func documents(
        status: DocumentStatus? = nil, text: String? = nil, of group: String? = nil, before: Int64? = nil,
        limit: Int = 50
    ) async throws -> DocumentPage {
        var query = Self.query(group) + [URLQueryItem(name: "limit", value: "\(limit)")]
        if let status { query.append(URLQueryItem(name: "status", value: status.rawValue)) }
        if let text { query.append(URLQueryItem(name: "text", value: text)) }
        if let before { query.append(URLQueryItem(name: "before", value: "\(before)")) }
        return try await decoded(request("GET", "documents", query))
    }

    /// Returns a document with its fields.
    public func document(_ id: UUID) async throws -> DocumentDetail {
        try await decoded(request("GET", "documents/\(id.uuidString)"))
    }

    /// Deletes a document.
    public func delete(_ id: UUID) async throws {
        _ = try await answer(request("DELETE", "documents/\(id.uuidString)"))
    }

    // MARK: Work

    /// Starts the analysis.
    @discardableResult
    public func process(_ id: UUID) async throws -> DocumentProgress {
        try await decoded(request("POST", "documents/\(id.uuidString)/process"))
    }

    /// Stores values for the next fill; the last of several for one field counts.
    public func submit(_ values: [FieldValueInput], to id: UUID) async throws {
        _ = try await answer(
            request("POST", "documents/\(id.uuidString)/values", json: SubmittedValues(values: values)))
    }

    /// Stores values and a profile for the next fill, or only checks them.
    ///
    /// - Parameters:
    ///   - values: the values and the profile.
    ///   - id: the document.
    ///   - skippingUnknown: whether values that match no field are skipped rather than rejected.
    ///   - isCheck: whether to store nothing; invalid values are then listed instead of thrown.
    /// - Returns: the destination of each value, and the skipped keys.
    /// - Throws: `ServiceError` or `URLError`.
    public func submit(
        _ values: SubmittedValues, to id: UUID, skippingUnknown: Bool = false, onlyChecking isCheck: Bool = false
    ) async throws -> ValuesCheck {
        let query = [
            URLQueryItem(name: "skipUnknown", value: "\(skippingUnknown)"),
            URLQueryItem(name: "check", value: "\(isCheck)"),
        ]
        let answer = try await answer(request("POST", "documents/\(id.uuidString)/values", query, json: values))
        return answer.isEmpty ? ValuesCheck() : try JSONDecoder().decode(ValuesCheck.self, from: answer)
    }

    /// Returns the values stored for the next fill.
    public func values(of id: UUID) async throws -> [FieldValueInput] {
        let submitted: SubmittedValues = try await decoded(request("GET", "documents/\(id.uuidString)/values"))
        return submitted.values
    }

    /// Returns a preview of a page (0-based) with the stored and additional values.
    ///
    /// The additional values are not stored.
    ///
    /// - Returns: a PNG file; invalid values are omitted.
    public func preview(
        _ values: [FieldValueInput] = [], onPage page: Int, of id: UUID, width: Int = 935
    ) async throws -> Data {
        let query = [URLQueryItem(name: "width", value: "\(width)")]
        return try await answer(
            request(
                "POST", "documents/\(id.uuidString)/pages/\(page)/preview", query, json: SubmittedValues(values: values)
            ))
    }

    /// Fills the form with the values.
    ///
    /// - Parameters:
    ///   - id: the document.
    ///   - startingFresh: whether the values of a form that was filled before are left out.
    ///   - onlyIfComplete: whether the service refuses while required fields have no value.
    /// - Returns: the progress of the document.
    /// - Throws: `ServiceError`, `URLError`.
    @discardableResult
    public func compose(
        _ id: UUID, startingFresh: Bool = false, onlyIfComplete: Bool = false
    ) async throws -> DocumentProgress {
        let query = [("fresh", startingFresh), ("complete", onlyIfComplete)].filter(\.1)
            .map { URLQueryItem(name: $0.0, value: "true") }
        return try await decoded(request("POST", "documents/\(id.uuidString)/compose", query))
    }

    /// Fills the form once for each row of a table.
    ///
    /// The result is a ZIP file.
    ///
    /// - Parameters:
    ///   - table: CSV with the fields' labels as its header, JSON Lines, a JSON array or a workbook.
    ///   - id: the document.
    ///   - names: a template for file names, such as `{Last name}-{row}`; nil for row numbers.
    ///   - sheet: the sheet of a workbook, by name or number; nil for the first.
    ///   - startingFresh: whether the values of a form that was filled before are left out.
    /// - Returns: the number of rows and the document's state.
    /// - Throws: `ServiceError` with every mistake in the table, or `mapping_needed` with the
    ///   ``FormsAPI/ServiceError/mapping`` to confirm; `URLError`.
    @discardableResult
    public func fillRows(
        of table: Data, into id: UUID, names: String? = nil, sheet: String? = nil, startingFresh: Bool = false
    ) async throws -> StartedRows {
        let given = [("names", names), ("sheet", sheet), ("fresh", startingFresh ? "true" : nil)]
        let query = given.compactMap { name, value in value.map { URLQueryItem(name: name, value: $0) } }
        var request = request("POST", "documents/\(id.uuidString)/rows", query)
        request.setValue(Self.tableType(of: table), forHTTPHeaderField: "Content-Type")
        request.httpBody = table
        return try await decoded(request)
    }

    /// Returns the media type of a table, which its first bytes tell.
    private static func tableType(of table: Data) -> String {
        if table.starts(with: Data("PK".utf8)) {
            return "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
        }
        return switch table.first {
        case UInt8(ascii: "{"): "application/jsonl"
        case UInt8(ascii: "["): "application/json"
        default: "text/csv"
        }
    }

    /// Resumes a failed document.
    @discardableResult
    public func retry(_ id: UUID) async throws -> DocumentProgress {
        try await decoded(request("POST", "documents/\(id.uuidString)/retry"))
    }

    /// Returns the events of a document from now on, or after a given event.
    ///
    /// The stream starts with the newest event if `last` is nil. It ends when the document is deleted or the service
    /// stops; a caller that continues with the last event's ID misses nothing. Cancelling the task that iterates closes
    /// the connection.
    ///
    /// - Throws: while iterating, `ServiceError` or `URLError`.
    public func events(of id: UUID, after last: Int64? = nil) -> AsyncThrowingStream<DocumentEvent, any Error> {
        var request = request("GET", "documents/\(id.uuidString)/events")
        request.setValue("text/event-stream", forHTTPHeaderField: "Accept")
        if let last { request.setValue("\(last)", forHTTPHeaderField: "Last-Event-ID") }
        let transfer = Transfer.events(of: request, session.configuration)
        return AsyncThrowingStream { continuation in
            let task = Task {
                do {
                    var parser = EventStreamParser()
                    var status = 0
                    var refusal = Data()
                    for try await event in transfer {
                        switch event {
                        case .sent: break
                        case .response(let code): status = code
                        case .received(let data) where (200...299).contains(status):
                            for event in try parser.read(data) { continuation.yield(event) }
                        case .received(let data): refusal += data
                        }
                    }
                    if !Task.isCancelled { _ = try Self.checked(refusal, status: status) }
                    continuation.finish()
                } catch {
                    continuation.finish(throwing: error)
                }
            }
            continuation.onTermination = { _ in task.cancel() }
        }
    }

    /// Waits until no work on the document is in progress.
    ///
    /// It follows the document's events, or polls if they cannot be received.
    ///
    /// - Parameters:
    ///   - id: the document.
    ///   - interval: the polling interval.
    ///   - progress: receives events while waiting.
    /// - Returns: the document, which is neither `processing` nor `filling`; it may have failed.
    /// - Throws: `ServiceError`, `URLError`, `CancellationError`.
    public func settled(
        _ id: UUID, polling interval: Duration = .seconds(1),
        progress: (@Sendable (DocumentEvent) -> Void)? = nil
    ) async throws -> DocumentDetail {
        while true {
            let detail = try await document(id)
            if !detail.document.status.isWorking { return detail }
            let hasSettled = await follow(id, progress)
            if !hasSettled { try await Task.sleep(for: interval) }
            try Task.checkCancellation()
        }
    }

    /// Receives events until the document is idle; false if they end early.
    private func follow(_ id: UUID, _ progress: (@Sendable (DocumentEvent) -> Void)?) async -> Bool {
        do {
            for try await event in events(of: id) {
                progress?(event)
                if let status = event.status, !status.isWorking { return true }
            }
        } catch {
            // A proxy may not allow streams; polling reveals any other problem.
        }
        return false
    }

    // MARK: Results

    /// Returns a link to the filled form, valid for a limited time.
    public func download(_ id: UUID) async throws -> DownloadLink {
        try await decoded(request("GET", "documents/\(id.uuidString)/download"))
    }

    /// Returns the filled form; after ``fillRows(of:into:names:sheet:startingFresh:)`` a ZIP file.
    public func filledPDF(of id: UUID) async throws -> Data {
        guard let url = URL(string: try await download(id).filledPdfUrl) else { throw URLError(.badServerResponse) }
        return try await answer(URLRequest(url: url))
    }

    /// Returns the values in the AcroForm fields of a form or filled form.
    ///
    /// Passwords and values that the form excludes from export are omitted.
    ///
    /// - Parameters:
    ///   - id: the document.
    ///   - format: `json`, `yaml`, `fdf` or `xfdf`.
    ///   - isFilled: whether to use the newest filled form.
    /// - Returns: the bytes of a file in the format.
    /// - Throws: `ServiceError` or `URLError`.
    public func export(_ id: UUID, as format: String = "json", filled isFilled: Bool = false) async throws -> Data {
        let query = [
            URLQueryItem(name: "format", value: format), URLQueryItem(name: "filled", value: "\(isFilled)"),
        ]
        return try await answer(request("GET", "documents/\(id.uuidString)/export", query))
    }

    /// Returns the form with AcroForm fields, for use in any program.
    public func fillable(_ id: UUID) async throws -> Data {
        try await answer(request("GET", "documents/\(id.uuidString)/fillable.pdf"))
    }

    /// Returns a page (0-based) as a PNG file, optionally of the newest filled form.
    public func picture(
        ofPage page: Int, of id: UUID, width: Int = 935, filled isFilled: Bool = false
    ) async throws -> Data {
        var query = [URLQueryItem(name: "width", value: "\(width)")]
        if isFilled { query.append(URLQueryItem(name: "filled", value: "true")) }
        return try await answer(request("GET", "documents/\(id.uuidString)/pages/\(page).png", query))
    }

    // MARK: Requests

    /// Returns the query that names a group.
    static func query(_ group: String?) -> [URLQueryItem] {
        group.map { [URLQueryItem(name: "group", value: $0)] } ?? []
    }

    func request(_ method: String, _ path: String, _ query: [URLQueryItem] = []) -> URLRequest {
        var url = baseURL.appendingPathComponent("api/v1/\(path)")
        if !query.isEmpty, var components = URLComponents(url: url, resolvingAgainstBaseURL: false) {
            components.queryItems = query
            url = components.url ?? url
        }
        var request = URLRequest(url: url)
        request.httpMethod = method
        if let token { request.setValue("Bearer \(token)", forHTTPHeaderField: "Authorization") }
        return request
    }

    /// Returns a request with a body in JSON.
    func request(
        _ method: String, _ path: String, _ query: [URLQueryItem] = [], json body: some Encodable
    ) throws -> URLRequest {
        var request = request(method, path, query)
        request.setValue("application/json", forHTTPHeaderField: "Content-Type")
        request.httpBody = try JSONEncoder().encode(body)
        return request
    }

    func decoded<T: Decodable>(_ request: URLRequest) async throws -> T {
        try decoded(try await answer(request))
    }

    func decoded<T: Decodable>(_ data: Data) throws -> T {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        return try decoder.decode(T.self, from: data)
    }

    /// Returns the body of a successful response.
    func answer(_ request: URLRequest) async throws -> Data {
        let (data, response) = try await session.data(for: request)
        guard let status = (response as? HTTPURLResponse)?.statusCode else { throw URLError(.badServerResponse) }
        return try Self.checked(data, status: status)
    }

    /// Returns the body of a response, or throws if its status is an error.
    private static func checked(_ data: Data, status: Int) throws -> Data {
        guard (200...299).contains(status) else {
            throw (try? JSONDecoder().decode(ServiceError.self, from: data))
                ?? ServiceError(error: "http_\(status)", message: "The service answered with the status \(status).")
        }
        return data
    }
}

extension DocumentStatus {
    /// Whether stages are running.
    fileprivate var isWorking: Bool { self == .processing || self == .filling }
}
