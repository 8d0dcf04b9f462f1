import Foundation
package import HTTPTypes
package import Hummingbird
import NIOCore

/// Responses with a JSON body.
package enum JSONResponse {
    /// Encodes a value: keys sorted, dates in ISO 8601 without fractions, slashes as they are.
    package static func make(_ value: some Encodable, status: HTTPResponse.Status = .ok) -> Response {
        do {
            let encoder = JSONEncoder()
            encoder.dateEncodingStrategy = .iso8601
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
            return Response(
                status: status, headers: [.contentType: "application/json; charset=utf-8", .cacheControl: "no-store"],
                body: ResponseBody(byteBuffer: ByteBuffer(bytes: try encoder.encode(value))))
        } catch {
            // Our own values can be encoded; a NaN would be a fault of ours.
            return Response(status: .internalServerError)
        }
    }
}
