import PortfolioDomain
import FailureModel
import Foundation
import HTTPService
import Pipeline

/// Creates and checks signed media addresses.
///
/// They need no login and stay constant for a day.
struct MediaLinks: Sendable {
    private let links: SignedLinks
    private let clock: any PipelineClock

    /// The period of a constant address in seconds.
    private static let period: Int64 = 86_400

    init(_ links: SignedLinks, clock: any PipelineClock) {
        self.links = links
        self.clock = clock
    }

    private var now: Date { clock.now.date }

    /// The current period, in days since 1970 in UTC.
    var day: Int64 { Int64((now.timeIntervalSince1970 / Double(Self.period)).rounded(.down)) }

    /// Returns the absolute address of a medium, valid for one to two days.
    func url(of name: String, in portfolio: DocumentID, origin: String, day: Int64) -> String {
        let path = Self.path(of: name, in: portfolio)
        let expiry = Date(timeIntervalSince1970: Double((day + 2) * Self.period))
        return "\(origin)\(path)?token=\(links.token(for: path, until: expiry))"
    }

    /// Checks the token of an address.
    ///
    /// - Parameters:
    ///   - tokens: All tokens in the address.
    ///   - name: The name of the medium.
    ///   - portfolio: The portfolio of the medium.
    /// - Throws: `link_invalid` unless there is exactly one token, valid for this address and not expired.
    func check(_ tokens: [String], of name: String, in portfolio: DocumentID) throws(Failure) {
        guard tokens.count == 1, let token = tokens.first else {
            throw Failure(.linkInvalid, "This link is not valid.")
        }
        try links.check(Self.path(of: name, in: portfolio), token: token, at: now)
    }

    /// Returns the signed path, with the ID in small letters as in answers.
    private static func path(of name: String, in portfolio: DocumentID) -> String {
        "/api/media/\(portfolio.wireText)/\(name)"
    }
}
