import FailureModel
import Foundation
import HTTPService
import Hummingbird
import Portfolio
import Threads
import Values

/// The additional values of a portfolio request: contact, figures, and details of inputs.
struct NewPortfolioBody: Decodable, Sendable {
    /// Details of an input.
    struct Input: Decodable, Sendable {
        /// The name to which editions refer, in place of an upload's.
        var name: String?
        /// The title of its work.
        var work: String?
        var caption: String?
        var altText: String?
        var date: String?
        var isCover: Bool?

        private enum CodingKeys: String, CodingKey {
            case name, work, caption, date
            case altText = "alt_text"
            case isCover = "cover"
        }
    }

    var language: String?
    var contact: PortfolioContact?
    var metrics: [PortfolioMetric]?
    var inputs: [Input]

    /// The keys of both requests in one body.
    private static let keys = RequestKeys(
        more: ["language", "contact", "metrics"],
        moreOfInput: ["name", "work", "caption", "alt_text", "date", "cover"])
    /// The maximum length of a file name in characters.
    private static let nameLimit = 255
    /// The maximum length of an e-mail address (RFC 5321) or telephone number in characters.
    private static let addressLimit = 254

    /// The maximum number of figures of a portfolio.
    private static let mostMetrics = 100

    /// Reads a body: the app's request, and the additional values.
    ///
    /// - Throws: The errors of `GenerateBody`.
    static func read(_ request: Request) async throws -> (GeneratePortfolioRequest, NewPortfolioBody) {
        guard request.mediaType == "application/json" else {
            throw Failure(.unsupportedType, "The body must be JSON, with Content-Type: application/json.")
        }
        let bytes = try await request.bytes(upTo: GenerateBody.limit)
        return try await WorkerThreads.shared.run {
            let asked = try GenerateBody.decode(bytes, keys: keys)
            let more: NewPortfolioBody
            do {
                more = try JSONDecoder().decode(NewPortfolioBody.self, from: bytes)
            } catch is DecodingError {
                throw Failure(
                    .malformedPortfolio,
                    "The contact, a metric, or the name, work, caption, alt_text, date or cover of an input has the wrong type."
                )
            }
            try more.check()
            return (asked, more)
        }
    }

    private func check() throws(Failure) {
        var failures = [
            PortfolioLimits.failure(of: language, "language", limit: 35),
            PortfolioLimits.failure(of: contact?.email, "contact.email", limit: Self.addressLimit),
            PortfolioLimits.failure(of: contact?.phone, "contact.phone", limit: Self.addressLimit),
        ].compactMap(\.self)
        if let email = Self.line(contact?.email), !PortfolioContact.isEmail(email) {
            failures.append(
                Failure(.malformedPortfolio, "contact.email is not an email address.", at: .field("contact.email")))
        }
        if let url = contact?.url, case .failure(let failure) = WebAddress.checked(url) {
            failures.append(Failure(failure.code, failure.message, at: .field("contact.url")))
        }
        let metrics = metrics ?? []
        if metrics.count > Self.mostMetrics {
            failures.append(
                Failure(
                    .malformedPortfolio, "At most \(Self.mostMetrics) metrics are allowed.", at: .field("metrics")))
        }
        for (index, metric) in metrics.enumerated() {
            failures += [
                PortfolioLimits.failure(of: metric.label, "metrics[\(index)].label", limit: PortfolioLimits.title),
                PortfolioLimits.failure(of: metric.value, "metrics[\(index)].value", limit: PortfolioLimits.title),
                PortfolioLimits.failure(of: metric.unit, "metrics[\(index)].unit", limit: PortfolioLimits.title),
            ].compactMap(\.self)
        }
        for (index, input) in inputs.enumerated() {
            let place = "inputs[\(index)]"
            failures += [
                PortfolioLimits.failure(of: input.name, "\(place).name", limit: Self.nameLimit),
                PortfolioLimits.failure(of: input.work, "\(place).work", limit: PortfolioLimits.title),
                PortfolioLimits.failure(of: input.caption, "\(place).caption", limit: PortfolioLimits.caption),
                PortfolioLimits.failure(of: input.altText, "\(place).alt_text", limit: PortfolioLimits.caption),
            ].compactMap(\.self)
            if let date = input.date, CalendarDay(date) == nil {
                failures.append(
                    Failure(
                        .malformedPortfolio, "\(place).date is not a day such as 2026-01-31.",
                        at: .field("\(place).date")))
            }
        }
        if let failure = Failure(all: failures) { throw failure.listingAll }
    }

    /// Adds the additional values to the manifest of the app's request.
    func complete(_ manifest: inout PortfolioManifest) {
        if let language = Self.line(language) { manifest.language = language }
        if let contact {
            manifest.contact = PortfolioContact(
                email: Self.line(contact.email), phone: Self.line(contact.phone), url: contact.url)
        }
        manifest.metrics = metrics ?? []
        for (index, input) in inputs.enumerated() where manifest.inputs.indices.contains(index) {
            if let name = Self.line(input.name) { manifest.inputs[index].name = name }
            manifest.inputs[index].caption = Self.line(input.caption)
            manifest.inputs[index].altText = Self.line(input.altText)
            manifest.inputs[index].date = input.date
            manifest.inputs[index].isCover = input.isCover == true
            guard let work = Self.line(input.work) else { continue }
            manifest.inputs[index].work = work
            if !manifest.works.contains(where: { $0.folder == work }) {
                manifest.works.append(PortfolioManifest.Work(folder: work, title: work))
            }
        }
    }

    /// Returns a text without control characters, or `nil` if nothing remains.
    private static func line(_ text: String?) -> String? {
        guard let line = text?.asLine, !line.isEmpty else { return nil }
        return line
    }
}
