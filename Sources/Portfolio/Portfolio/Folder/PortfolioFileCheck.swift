import FailureModel

/// Finds the mistakes of a `portfolio.yaml`, apart from those of its edition.
enum PortfolioFileCheck {
    /// The greatest number of figures.
    static let metricLimit = 24

    /// Returns the mistakes of form and content.
    static func mistakes(of file: PortfolioFile) -> MistakeList {
        var mistakes = MistakeList(file.source)
        mistakes.check(file.title, "title", limit: PortfolioLimits.title)
        mistakes.check(file.subtitle, "subtitle", limit: PortfolioLimits.subtitle)
        mistakes.check(file.category, "category", limit: PortfolioLimits.title)
        mistakes.check(file.user, "user", limit: PortfolioLimits.subtitle)
        mistakes.check(day: file.date, "date")
        if let language = file.language, !isLanguage(language) {
            mistakes.add(.malformedPortfolio, "language", "It is not a language such as en or pt-BR.")
        }
        check(file.contact ?? PortfolioContact(), &mistakes)
        check(file.metrics ?? [], &mistakes)
        for (index, input) in (file.inputs ?? []).enumerated() {
            let key = "inputs[\(index)]"
            mistakes.check(input.title, "\(key).title", limit: PortfolioLimits.title)
            mistakes.check(input.description, "\(key).description", limit: PortfolioLimits.caption)
            mistakes.check(input.caption, "\(key).caption", limit: PortfolioLimits.caption)
            mistakes.check(input.altText, "\(key).altText", limit: PortfolioLimits.caption)
            mistakes.check(day: input.date, "\(key).date")
            if case .text(let text) = input.source {
                mistakes.check(text, "\(key).text", limit: PortfolioLimits.text)
            }
        }
        return mistakes
    }

    private static func check(_ contact: PortfolioContact, _ mistakes: inout MistakeList) {
        mistakes.check(contact.phone, "contact.phone", limit: 50)
        mistakes.check(contact.email, "contact.email", limit: 254)
        if let email = contact.email, !PortfolioContact.isEmail(email) {
            mistakes.add(.malformedPortfolio, "contact.email", "It is not an email address.")
        }
        if case .failure(let failure) = contact.url.map(WebAddress.checked) {
            mistakes.add(failure.code, "contact.url", failure.message)
        }
    }

    private static func check(_ metrics: [PortfolioMetric], _ mistakes: inout MistakeList) {
        if metrics.count > metricLimit {
            mistakes.add(
                .malformedPortfolio, "metrics",
                "There are \(metrics.count) figures; at most \(metricLimit) are allowed.")
        }
        for (index, metric) in metrics.enumerated() {
            let key = "metrics[\(index)]"
            mistakes.check(metric.label, "\(key).label", limit: PortfolioLimits.title)
            mistakes.check(metric.value, "\(key).value", limit: 40)
            mistakes.check(metric.unit, "\(key).unit", limit: 20)
            for (name, text) in [("label", metric.label), ("value", metric.value)] where text.asLine.isEmpty {
                mistakes.add(.malformedPortfolio, "\(key).\(name)", "It is empty.")
            }
            if let trend = metric.trend, !trend.percentage.isFinite {
                mistakes.add(.malformedPortfolio, "\(key).trend.percentage", "It is not a number.")
            }
        }
    }

    private static func isLanguage(_ text: String) -> Bool {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard let first = parts.first, (2...8).contains(first.utf8.count), text.utf8.count <= 35 else { return false }
        return first.allSatisfy { $0.isASCII && $0.isLetter }
            && parts.allSatisfy {
                (1...8).contains($0.utf8.count) && $0.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
            }
    }
}
