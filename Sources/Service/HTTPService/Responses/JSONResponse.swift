import Files
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
                body: ResponseBody(byteBuffer: ByteBuffer(bytes: try JSONText.compact(value))))
        } catch {
            // Values of the service can be encoded; a NaN would be a programming error.
            return Response(status: .internalServerError)
        }
    }
}
