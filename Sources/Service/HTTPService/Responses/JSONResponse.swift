package import Foundation
public import HTTPTypes
public import Hummingbird
import NIOCore

/// Responses with a JSON body.
public enum JSONResponse {
    static let mediaType = "application/json; charset=utf-8"

    /// Encodes a value as the body of a response.
    public static func make(_ value: some Encodable, status: HTTPResponse.Status = .ok) -> Response {
        do {
            return Response(
                status: status, headers: [.contentType: mediaType, .cacheControl: "no-store"],
                body: ResponseBody(byteBuffer: ByteBuffer(bytes: try encode(value))))
        } catch {
            // Our own values can be encoded; a NaN would be a fault of ours.
            return Response(status: .internalServerError)
        }
    }

    /// Encodes a value: keys sorted, dates in ISO 8601 without fractions, slashes as they are.
    package static func encode(_ value: some Encodable) throws -> Data {
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = .iso8601
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return try encoder.encode(value)
    }
}
