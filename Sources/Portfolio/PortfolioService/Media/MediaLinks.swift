import FailureModel
import Foundation
import HTTPService
import Pipeline

/// Makes and checks the addresses of media, which open them without a login and stay the same for a day.
struct MediaLinks: Sendable {
    private let links: SignedLinks
    private let clock: any PipelineClock

    /// Seconds for which an address stays the same.
    private static let period: Int64 = 86_400

    init(_ links: SignedLinks, clock: any PipelineClock) {
        self.links = links
        self.clock = clock
    }

    private var now: Date { clock.now.date }

    /// The number of the day in which addresses are the same: since 1970, in UTC.
    var day: Int64 { Int64((now.timeIntervalSince1970 / Double(Self.period)).rounded(.down)) }

    /// Returns the absolute address of a picture or video, which is valid for one to two days.
    func url(of name: String, in portfolio: DocumentID, origin: String, day: Int64) -> String {
        let path = Self.path(of: name, in: portfolio)
        let expiry = Date(timeIntervalSince1970: Double((day + 2) * Self.period))
        return "\(origin)\(path)?token=\(links.token(for: path, until: expiry))"
    }

    /// Checks the token of an address.
    ///
    /// - Parameters:
    ///   - tokens: all that the address has.
    ///   - name: what the address names.
    ///   - portfolio: whose.
    /// - Throws: `link_invalid` unless there is one token, and it is of this address and has not expired.
    func check(_ tokens: [String], of name: String, in portfolio: DocumentID) throws(Failure) {
        guard tokens.count == 1, let token = tokens.first else {
            throw Failure(.linkInvalid, "This link is not valid.")
        }
        try links.check(Self.path(of: name, in: portfolio), token: token, at: now)
    }

    /// The path that is signed, however the address writes the ID.
    private static func path(of name: String, in portfolio: DocumentID) -> String { "/api/media/\(portfolio)/\(name)" }
}
