import Files
import Foundation

/// The content of `.error.json`.
struct ErrorReport: Encodable {
    var failure: DropFailure
    /// The ID of the drop, as in the log.
    var drop: UUID
    var files: [String]
    var time: Date

    static func data(_ failure: DropFailure, of drop: Drop) throws -> Data {
        try JSONText.encode(
            ErrorReport(failure: failure, drop: drop.id, files: drop.files.map(\.name), time: Date()))
    }

    private enum CodingKeys: String, CodingKey {
        case drop, files, time
    }

    func encode(to encoder: any Encoder) throws {
        try failure.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(drop, forKey: .drop)
        try container.encode(files, forKey: .files)
        try container.encode(time, forKey: .time)
    }
}
