public import Foundation
import ServiceConnection

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

extension FamiliesClient {
    /// Uploads a picture to a family.
    ///
    /// - Parameters:
    ///   - file: a JPEG, PNG, WebP, HEIC or TIFF of at most 25 MB; the service determines the type from the bytes.
    ///   - family: the family.
    ///   - progress: receives the number of bytes sent and the total, on any thread.
    /// - Returns: the name of the picture, to be stored in an artwork.
    /// - Throws: ``ServiceConnection/RequestError``, `URLError`, `CocoaError` if the file cannot be read.
    public func upload(
        _ file: URL, to family: UUID, progress: (@Sendable (_ sent: Int64, _ total: Int64) -> Void)? = nil
    ) async throws -> String {
        let folder = family.uuidString.lowercased()
        let name = UUID().uuidString.lowercased()
        _ = try await authorized { token in
            var request = try request("POST", "storage/v1/object/artworks/\(folder)/\(name)", [], token)
            request.setValue("application/octet-stream", forHTTPHeaderField: "Content-Type")
            return try await connection.response(to: request, withBodyFrom: file, progress: progress)
        }
        return "\(folder)/\(name)"
    }

    /// Removes an uploaded picture that no artwork uses.
    public func removePicture(_ name: String) async throws {
        _ = try await authorized { token in
            var request = try request("DELETE", "storage/v1/object/artworks", [], token)
            try request.setJSON(["prefixes": [name]])
            return try await connection.response(to: request)
        }
    }
}
