public import FormsAPI
public import Foundation

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
/// Every method throws ``FormsAPI/ServiceError`` for what the service refuses, `URLError` if it cannot be reached, and
/// `CancellationError` when the task is cancelled.
public struct FormwrightClient: Sendable {
    /// The address of the service, without `/api/v1`.
    public let baseURL: URL
    private let session: URLSession

    /// Creates a client.
    ///
    /// - Parameters:
    ///   - baseURL: the address of the service, such as `http://127.0.0.1:8080`.
    ///   - session: sends the requests.
    public init(baseURL: URL, session: URLSession = .shared) {
        self.baseURL = baseURL
        self.session = session
    }

    // MARK: Documents

    /// Uploads a form.
    public func upload(contentsOf file: URL) async throws -> UploadedDocument {
        try await upload(try Data(contentsOf: file), fileName: file.lastPathComponent)
    }

    /// Uploads the bytes of a form; the service tells the type from them.
    public func upload(_ data: Data, fileName: String) async throws -> UploadedDocument {
        let boundary = "formwright-\(UUID().uuidString)"
        // A quotation mark would end the name.
        let name = fileName.replacingOccurrences(of: "\"", with: "%22").filter { !$0.isNewline }
        var body = Data("--\(boundary)\r\n".utf8)
        body += Data("Content-Disposition: form-data; name=\"file\"; filename=\"\(name)\"\r\n".utf8)
        body += Data("Content-Type: application/octet-stream\r\n\r\n".utf8)
        body += data
        body += Data("\r\n--\(boundary)--\r\n".utf8)
        var request = request("POST", "documents/init-upload")
        request.setValue("multipart/form-data; boundary=\(boundary)", forHTTPHeaderField: "Content-Type")
        request.httpBody = body
        return try await decoded(request)
    }

    /// A page of the documents, newest first.
    ///
    /// - Parameters:
    ///   - status: only documents in this state.
    ///   - text: only documents whose file name contains this.
    ///   - before: ``DocumentPage/next`` of the page before.
    ///   - limit: Maximum number of documents, 1 to 200.
    /// - Returns: the page, with the total.
    /// - Throws: `ServiceError`, `URLError`.
    public func documents(
        status: DocumentStatus? = nil, text: String? = nil, before: Int64? = nil, limit: Int = 50
    ) async throws -> DocumentPage {
        var query = [URLQueryItem(name: "limit", value: "\(limit)")]
        if let status { query.append(URLQueryItem(name: "status", value: status.rawValue)) }
        if let text { query.append(URLQueryItem(name: "text", value: text)) }
        if let before { query.append(URLQueryItem(name: "before", value: "\(before)")) }
        return try await decoded(request("GET", "documents", query))
    }

    /// A document with its fields.
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

    /// Keeps values for the next fill; of several for one field the last counts.
    public func submit(_ values: [FieldValueInput], to id: UUID) async throws {
        var request = request("POST", "documents/\(id.uuidString)/values")
        request.setValue("application/json", forHTTPHeaderField: "Content-Type")
        request.httpBody = try JSONEncoder().encode(SubmittedValues(values: values))
        _ = try await answer(request)
    }

    /// The values kept for the next fill.
    public func values(of id: UUID) async throws -> [FieldValueInput] {
        let submitted: SubmittedValues = try await decoded(request("GET", "documents/\(id.uuidString)/values"))
        return submitted.values
    }

    /// A page (from 0) as it will be when it is filled with the kept values and these, which are not kept.
    ///
    /// - Returns: a PNG file; values that cannot be used are left out.
    public func preview(
        _ values: [FieldValueInput] = [], onPage page: Int, of id: UUID, width: Int = 935
    ) async throws -> Data {
        let query = [URLQueryItem(name: "width", value: "\(width)")]
        var request = request("POST", "documents/\(id.uuidString)/pages/\(page)/preview", query)
        request.setValue("application/json", forHTTPHeaderField: "Content-Type")
        request.httpBody = try JSONEncoder().encode(SubmittedValues(values: values))
        return try await answer(request)
    }

    /// Fills the form with the values.
    @discardableResult
    public func compose(_ id: UUID) async throws -> DocumentProgress {
        try await decoded(request("POST", "documents/\(id.uuidString)/compose"))
    }

    /// Fills the form once for each row of a table; the result is a ZIP file.
    ///
    /// - Parameters:
    ///   - table: CSV with the fields' labels as its header, or JSON Lines.
    ///   - id: the document.
    ///   - names: the names of the files, such as `{Last name}-{row}`; nil for the number of the row.
    /// - Returns: the number of rows and the document's state.
    /// - Throws: `ServiceError` with every mistake in the table, `URLError`.
    @discardableResult
    public func fillRows(of table: Data, into id: UUID, names: String? = nil) async throws -> StartedRows {
        let query = names.map { [URLQueryItem(name: "names", value: $0)] } ?? []
        var request = request("POST", "documents/\(id.uuidString)/rows", query)
        let isJSON = table.first == UInt8(ascii: "{")
        request.setValue(isJSON ? "application/jsonl" : "text/csv", forHTTPHeaderField: "Content-Type")
        request.httpBody = table
        return try await decoded(request)
    }

    /// Resumes a failed document.
    @discardableResult
    public func retry(_ id: UUID) async throws -> DocumentProgress {
        try await decoded(request("POST", "documents/\(id.uuidString)/retry"))
    }

    /// Waits until nothing is being done with the document.
    ///
    /// - Parameters:
    ///   - id: the document.
    ///   - interval: how often to ask.
    /// - Returns: the document, which is neither `processing` nor `filling`; it may have failed.
    /// - Throws: `ServiceError`, `URLError`, `CancellationError`.
    public func settled(_ id: UUID, polling interval: Duration = .seconds(1)) async throws -> DocumentDetail {
        while true {
            let detail = try await document(id)
            if detail.document.status != .processing, detail.document.status != .filling { return detail }
            try await Task.sleep(for: interval)
        }
    }

    // MARK: Results

    /// A link to the filled form, valid for a limited time.
    public func download(_ id: UUID) async throws -> DownloadLink {
        try await decoded(request("GET", "documents/\(id.uuidString)/download"))
    }

    /// The filled form; after ``fillRows(of:into:names:)`` a ZIP file.
    public func filledPDF(of id: UUID) async throws -> Data {
        guard let url = URL(string: try await download(id).filledPdfUrl) else { throw URLError(.badServerResponse) }
        return try await answer(URLRequest(url: url))
    }

    // MARK: Requests

    private func request(_ method: String, _ path: String, _ query: [URLQueryItem] = []) -> URLRequest {
        var url = baseURL.appendingPathComponent("api/v1/\(path)")
        if !query.isEmpty, var components = URLComponents(url: url, resolvingAgainstBaseURL: false) {
            components.queryItems = query
            url = components.url ?? url
        }
        var request = URLRequest(url: url)
        request.httpMethod = method
        return request
    }

    private func decoded<T: Decodable>(_ request: URLRequest) async throws -> T {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        return try decoder.decode(T.self, from: try await answer(request))
    }

    /// The body of a successful answer.
    private func answer(_ request: URLRequest) async throws -> Data {
        let (data, response) = try await session.data(for: request)
        guard let status = (response as? HTTPURLResponse)?.statusCode else { throw URLError(.badServerResponse) }
        guard (200...299).contains(status) else {
            throw (try? JSONDecoder().decode(ServiceError.self, from: data))
                ?? ServiceError(error: "http_\(status)", message: "The service answered with the status \(status).")
        }
        return data
    }
}
