import HTTPService
import HTTPTypes
import Hummingbird
import RowQuery

/// The headers and query of a request for rows, with the format of its answer.
struct RowExchange: Sendable {
    /// The format of an answer.
    enum Form: Hashable {
        /// Rows in an array.
        case array
        /// A single row as an object; any other number of rows is PGRST116.
        case object
        /// Rows in an array, without members that are null.
        case arrayWithoutNulls
        /// A single row, without members that are null.
        case objectWithoutNulls

        /// The media type of answers.
        var mediaType: String {
            switch self {
            case .array: "application/json; charset=utf-8"
            case .object: "application/vnd.pgrst.object+json; charset=utf-8"
            case .arrayWithoutNulls: "application/vnd.pgrst.array+json;nulls=stripped; charset=utf-8"
            case .objectWithoutNulls: "application/vnd.pgrst.object+json;nulls=stripped; charset=utf-8"
            }
        }

        /// Whether the answer is a single row.
        var isObject: Bool { self == .object || self == .objectWithoutNulls }

        /// Whether members that are null are left out.
        var leavesOutNulls: Bool { self == .arrayWithoutNulls || self == .objectWithoutNulls }
    }

    let caller: Caller
    var preferences: Preferences
    let form: Form
    /// The query without the app's key.
    let parameters: [QueryString.Parameter]
    /// The part of the rows requested by the header `Range`.
    let range: RowRange

    /// Parses a request.
    ///
    /// - Throws: ``RowFailure``, `RowQueryError`.
    init(_ request: Request, by caller: Caller, limits: QueryLimits) throws {
        self.caller = caller
        let isRead = request.method == .get || request.method == .head
        if let schema = request.headers[isRead ? .acceptProfile : .contentProfile], schema != Schema.name {
            throw RowFailure.schema
        }
        form = try Self.form(of: request.headers[.accept] ?? "")
        preferences = try Preferences(headers: request.headers[values: .prefer])
        parameters = try QueryString.parameters(of: request.uri.query ?? "", limits: limits)
            .filter { $0.name != "apikey" }
        // Only GET has ranges (RFC 9110, section 14.2).
        if request.method == .get, let header = request.headers[.range], let range = try RowRange(header: header) {
            self.range = range
        } else {
            range = RowRange()
        }
    }

    /// Returns the format of the answer, by the first known media type.
    private static func form(of accept: String) throws(RowFailure) -> Form {
        guard !accept.isEmpty else { return .array }
        for part in accept.split(separator: ",").prefix(32) {
            let type = HeaderParameters(String(part))
            let name = type.value.lowercased()
            switch name {
            case "application/vnd.pgrst.object+json", "application/vnd.pgrst.object":
                return type["nulls"] == "stripped" ? .objectWithoutNulls : .object
            case "application/vnd.pgrst.array+json", "application/vnd.pgrst.array":
                return type["nulls"] == "stripped" ? .arrayWithoutNulls : .array
            case "application/json", "application/*", "*/*": return .array
            case "text/csv", "application/geo+json", "application/octet-stream", "text/xml", "application/openapi+json":
                throw .notBuilt("The media type \(name)")
            case let name where name.hasPrefix("application/vnd.pgrst.plan"):
                throw .notBuilt("The plan of a query")
            default: continue
            }
        }
        throw .mediaType
    }
}

extension HTTPField.Name {
    static let acceptProfile = known("Accept-Profile")
    static let contentProfile = known("Content-Profile")
    static let prefer = known("Prefer")
    static let preferenceApplied = known("Preference-Applied")
}
