import Foundation
import LibCrypto
import Synchronization

extension FakeS3 {
    static let bucket = "bucket"

    /// Does what a request asks.
    func operate(_ request: FakeRequest, _ body: Data) -> FakeResponse {
        guard request.bucket == Self.bucket else { return .error(404, "NoSuchBucket") }
        let query = request.query
        switch request.method {
        case "GET" where request.key.isEmpty && query["uploads"] != nil: return listUploads()
        case "GET" where request.key.isEmpty: return list(query)
        case "HEAD" where request.key.isEmpty: return FakeResponse(200)
        case "GET", "HEAD": return get(request)
        case "PUT" where query["partNumber"] != nil: return putPart(query, body)
        case "PUT" where request.headers["x-amz-copy-source"] != nil: return copy(request)
        case "PUT": return put(request, body)
        case "POST" where query["uploads"] != nil: return begin(request)
        case "POST": return complete(request, body)
        case "DELETE" where query["uploadId"] != nil:
            let was = state.withLock { $0.uploads.removeValue(forKey: query["uploadId"] ?? "") }
            return was == nil ? .error(404, "NoSuchUpload") : FakeResponse(204)
        case "DELETE":
            state.withLock { $0.objects[request.key] = nil }
            return FakeResponse(204)
        default: return .error(405, "MethodNotAllowed")
        }
    }

    private func get(_ request: FakeRequest) -> FakeResponse {
        guard let object = state.withLock({ $0.objects[request.key] }) else { return .error(404, "NoSuchKey") }
        var response = FakeResponse(
            200, object.bytes,
            headers: ["Last-Modified": FakeResponse.date(object.put), "ETag": Self.tag(object.bytes)])
        guard let range = request.headers["range"], !ignoresRanges else { return response }
        let ends = range.dropFirst("bytes=".count).split(separator: "-").compactMap { Int($0) }
        guard ends.count == 2, ends[0] < object.bytes.count else { return .error(416, "InvalidRange") }
        let last = min(ends[1], object.bytes.count - 1)
        response.status = 206
        response.body = object.bytes.subdata(in: ends[0]..<last + 1)
        response.headers["Content-Range"] = "bytes \(ends[0])-\(last)/\(object.bytes.count)"
        return response
    }

    private func put(_ request: FakeRequest, _ body: Data) -> FakeResponse {
        if let refusal = checksumRefusal(request, body) { return refusal }
        let now = now
        return state.withLock { state in
            if request.headers["if-none-match"] == "*", hasConditionalPuts, state.objects[request.key] != nil {
                return .error(412, "PreconditionFailed")
            }
            state.objects[request.key] = Object(bytes: body, put: now)
            return FakeResponse(200, headers: ["ETag": Self.tag(body)])
        }
    }

    private func checksumRefusal(_ request: FakeRequest, _ body: Data) -> FakeResponse? {
        guard hasChecksums, let sum = request.headers["x-amz-checksum-sha256"] else { return nil }
        return sum == Data(SHA256.hash(data: body)).base64EncodedString() ? nil : .error(400, "BadDigest")
    }

    private func copy(_ request: FakeRequest) -> FakeResponse {
        let source = (request.headers["x-amz-copy-source"]?.removingPercentEncoding ?? "").dropFirst()
        let key = String(source.dropFirst(Self.bucket.count + 1))
        let now = now
        return state.withLock { state in
            guard let object = state.objects[key] else { return .error(404, "NoSuchKey") }
            state.objects[request.key] = Object(bytes: object.bytes, put: now)
            return .xml("<CopyObjectResult><ETag>\(Self.tag(object.bytes))</ETag></CopyObjectResult>")
        }
    }

    // MARK: Uploads in parts

    private func begin(_ request: FakeRequest) -> FakeResponse {
        let now = now
        let id = state.withLock { state in
            let id = "upload/\(state.nextUpload)+="
            state.nextUpload += 1
            state.uploads[id] = Upload(key: request.key, began: now)
            return id
        }
        return .xml("<InitiateMultipartUploadResult><UploadId>\(id)</UploadId></InitiateMultipartUploadResult>")
    }

    private func putPart(_ query: [String: String], _ body: Data) -> FakeResponse {
        guard let number = query["partNumber"].flatMap({ Int($0) }) else { return .error(400, "InvalidArgument") }
        return state.withLock { state in
            guard state.uploads[query["uploadId"] ?? ""] != nil else { return .error(404, "NoSuchUpload") }
            state.uploads[query["uploadId"] ?? ""]?.parts[number] = body
            return FakeResponse(200, headers: ["ETag": Self.tag(body)])
        }
    }

    private func complete(_ request: FakeRequest, _ body: Data) -> FakeResponse {
        let xml = String(decoding: body, as: UTF8.self)
        let now = now
        return state.withLock { state in
            guard let upload = state.uploads.removeValue(forKey: request.query["uploadId"] ?? "") else {
                return .error(404, "NoSuchUpload")
            }
            let parts = upload.parts.sorted { $0.key < $1.key }
            let isListed = parts.allSatisfy { number, bytes in
                xml.contains("<Part><PartNumber>\(number)</PartNumber><ETag>\(Self.tag(bytes))</ETag></Part>")
            }
            guard isListed, parts.dropLast().allSatisfy({ $0.value.count >= 5 << 20 }) else {
                return .error(400, "InvalidPart")
            }
            state.objects[upload.key] = Object(bytes: parts.reduce(Data()) { $0 + $1.value }, put: now)
            return .xml("<CompleteMultipartUploadResult><ETag>x</ETag></CompleteMultipartUploadResult>")
        }
    }

    private func listUploads() -> FakeResponse {
        let uploads = state.withLock { $0.uploads }.sorted { $0.key < $1.key }.map { id, upload in
            let began = FakeResponse.isoDate(upload.began)
            return
                "<Upload><Key>\(Self.escaped(upload.key))</Key><UploadId>\(id)</UploadId><Initiated>\(began)</Initiated></Upload>"
        }
        return .xml("<ListMultipartUploadsResult>\(uploads.joined())</ListMultipartUploadsResult>")
    }

    // MARK: Lists

    /// Pages of three, so that small tests have several.
    private func list(_ query: [String: String]) -> FakeResponse {
        let state = state.withLock(\.self)
        let prefix = state.ignoresPrefixes ? "" : query["prefix"] ?? ""
        let after = state.repeatsPages ? "" : query["continuation-token"] ?? ""
        let all = state.objects.filter { $0.key.hasPrefix(prefix) && $0.key > after }
            .sorted { $0.key < $1.key }
        let entries = all.prefix(3).map { key, object in
            """
            <Contents><Key>\(Self.escaped(key))</Key><LastModified>\(FakeResponse.isoDate(object.put))</LastModified>\
            <Size>\(object.bytes.count)</Size></Contents>
            """
        }
        let more = all.count > 3
        let next = more ? "<NextContinuationToken>\(Self.escaped(all[2].key))</NextContinuationToken>" : ""
        return .xml(
            "<ListBucketResult><IsTruncated>\(more)</IsTruncated>\(next)\(entries.joined())</ListBucketResult>")
    }

    private static func escaped(_ text: String) -> String {
        text.replacingOccurrences(of: "&", with: "&amp;").replacingOccurrences(of: "<", with: "&lt;")
    }

    private static func tag(_ bytes: Data) -> String {
        let digest = SHA256.hash(data: bytes).prefix(16)
        return "\"" + digest.map { String(format: "%02x", Int($0)) }.joined() + "\""
    }
}
