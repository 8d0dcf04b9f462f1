public import FormsAPI
public import Foundation
import ServiceConnection

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The filled copies of the office's forms.
extension FormwrightClient {
    /// Adds a filled copy of a form from a file, and begins to read it.
    ///
    /// - Parameters:
    ///   - file: a PDF, scan or photo.
    ///   - form: the form.
    ///   - group: the group of the user to which the copy is to belong; nil for the user.
    ///   - progress: receives the number of bytes sent and the total, on any thread.
    /// - Returns: the copy.
    /// - Throws: `ServiceError`: `not_ready` before the form's fields are known; `URLError`; `CocoaError` if the file
    ///   cannot be read; `CancellationError`.
    public func addAnswer(
        contentsOf file: URL, toForm form: UUID, for group: String? = nil,
        progress: (@Sendable (_ sent: Int64, _ total: Int64) -> Void)? = nil
    ) async throws -> FilledCopySummary {
        let data = try await send(
            file, request("POST", "forms/\(form.uuidString)/answers", Self.query(group)), progress)
        let added: AddedCopies = try decoded(data)
        guard let answer = added.answers.first else { throw URLError(.badServerResponse) }
        return answer
    }

    /// Adds filled copies of a form, and begins to read them.
    ///
    /// - Parameters:
    ///   - files: the names and bytes of at most 50 files.
    ///   - form: the form.
    ///   - group: the group of the user to which they are to belong; nil for the user.
    /// - Returns: the copies, in the same order.
    /// - Throws: `ServiceError`: `not_ready` before the form's fields are known; `URLError`.
    public func addAnswers(
        _ files: [(fileName: String, data: Data)], toForm form: UUID, for group: String? = nil
    ) async throws -> [FilledCopySummary] {
        let body = MultipartFile()
        var request = request("POST", "forms/\(form.uuidString)/answers", Self.query(group))
        request.setValue(body.contentType, forHTTPHeaderField: "Content-Type")
        let parts = files.map { body.head(fileName: $0.fileName) + $0.data }
        request.httpBody = Data(parts.joined(separator: Data("\r\n".utf8))) + body.tail
        let added: AddedCopies = try await decoded(request)
        return added.answers
    }

    /// Returns a page of the filled copies of a form, newest first.
    ///
    /// - Parameters:
    ///   - form: the form.
    ///   - before: ``FormsAPI/FilledCopyPage/next`` of the page before; nil for the first page.
    ///   - limit: the maximum number of copies, 1 to 200.
    /// - Returns: the page, with the total.
    /// - Throws: `ServiceError`; `URLError`.
    public func answers(ofForm form: UUID, before: Int64? = nil, limit: Int = 50) async throws -> FilledCopyPage {
        var query = [URLQueryItem(name: "limit", value: "\(limit)")]
        if let before { query.append(URLQueryItem(name: "before", value: "\(before)")) }
        return try await decoded(request("GET", "forms/\(form.uuidString)/answers", query))
    }

    /// Returns a filled copy with its cells.
    public func answer(_ id: UUID, ofForm form: UUID) async throws -> FilledCopyDetail {
        try await decoded(request("GET", "forms/\(form.uuidString)/answers/\(id.uuidString)"))
    }

    /// Returns a picture of a doubtful cell as a PNG file.
    ///
    /// - Throws: `ServiceError`: `not_found` for a cell without a picture; `URLError`.
    public func picture(ofCell field: String, in answer: UUID, ofForm form: UUID) async throws -> Data {
        let detail = try await self.answer(answer, ofForm: form)
        guard let path = detail.cells.first(where: { $0.field == field })?.pictureUrl,
            let url = URL(string: path, relativeTo: baseURL)
        else { throw ServiceError(error: "not_found", message: "The cell has no picture.") }
        var request = request("GET", "")
        request.url = url
        return try await self.answer(request)
    }

    /// Corrects cells of a filled copy.
    ///
    /// A correction that equals what was read confirms it.
    ///
    /// - Parameters:
    ///   - id: the copy.
    ///   - form: its form.
    ///   - version: ``FormsAPI/FilledCopySummary/version`` that the corrections are based on.
    ///   - values: the values by field; nil withdraws a correction.
    /// - Returns: the copy with its cells.
    /// - Throws: `ServiceError`: `answer_changed` if someone else has corrected it; `URLError`.
    @discardableResult
    public func correct(
        _ id: UUID, ofForm form: UUID, version: Int, _ values: [String: String?]
    ) async throws -> FilledCopyDetail {
        var request = try request("PATCH", "forms/\(form.uuidString)/answers/\(id.uuidString)", json: values)
        request.setValue("\"\(version)\"", forHTTPHeaderField: "If-Match")
        return try await decoded(request)
    }

    /// Deletes a filled copy.
    public func deleteAnswer(_ id: UUID, ofForm form: UUID) async throws {
        _ = try await answer(request("DELETE", "forms/\(form.uuidString)/answers/\(id.uuidString)"))
    }

    /// Returns the table of a form's filled copies, with corrections.
    ///
    /// - Parameters:
    ///   - form: the form.
    ///   - format: the format of the table.
    ///   - headings: what heads its columns.
    /// - Returns: the bytes of the table.
    /// - Throws: `ServiceError`: `not_ready` before the form's fields are known; `URLError`.
    public func answers(
        ofForm form: UUID, as format: AnswerTableFormat, headings: AnswerTableHeadings = .names
    ) async throws -> Data {
        let query = headings == .names ? [] : [URLQueryItem(name: "headings", value: headings.rawValue)]
        return try await answer(request("GET", "forms/\(form.uuidString)/answers.\(format.rawValue)", query))
    }
}
