import FailureModel

/// Finds the errors of a `portfolio.yaml` outside its edition.
enum PortfolioFileCheck {
    /// The maximum number of figures.
    static let metricLimit = 24

    /// Returns the errors of form and content.
    static func diagnostics(of file: PortfolioFile) -> DiagnosticList {
        var diagnostics = DiagnosticList(file.source)
        diagnostics.check(file.title, "title", limit: PortfolioLimits.title)
        diagnostics.check(file.subtitle, "subtitle", limit: PortfolioLimits.subtitle)
        diagnostics.check(file.category, "category", limit: PortfolioLimits.title)
        diagnostics.check(file.user, "user", limit: PortfolioLimits.subtitle)
        diagnostics.check(day: file.date, "date")
        if let language = file.language, !isLanguage(language) {
            diagnostics.add(.malformedPortfolio, "language", "It is not a language such as en or pt-BR.")
        }
        check(file.contact ?? PortfolioContact(), &diagnostics)
        check(file.metrics ?? [], &diagnostics)
        for (index, input) in (file.inputs ?? []).enumerated() {
            let key = "inputs[\(index)]"
            diagnostics.check(input.title, "\(key).title", limit: PortfolioLimits.title)
            diagnostics.check(input.description, "\(key).description", limit: PortfolioLimits.caption)
            diagnostics.check(input.caption, "\(key).caption", limit: PortfolioLimits.caption)
            diagnostics.check(input.altText, "\(key).altText", limit: PortfolioLimits.caption)
            diagnostics.check(day: input.date, "\(key).date")
            if case .text(let text) = input.source {
                diagnostics.check(text, "\(key).text", limit: PortfolioLimits.text)
            }
        }
        return diagnostics
    }

    private static func check(_ contact: PortfolioContact, _ diagnostics: inout DiagnosticList) {
        diagnostics.check(contact.phone, "contact.phone", limit: 50)
        diagnostics.check(contact.email, "contact.email", limit: 254)
        if let email = contact.email, !PortfolioContact.isEmail(email) {
            diagnostics.add(.malformedPortfolio, "contact.email", "It is not an email address.")
        }
        if case .failure(let failure) = contact.url.map(WebAddress.checked) {
            diagnostics.add(failure.code, "contact.url", failure.message)
        }
    }

    private static func check(_ metrics: [PortfolioMetric], _ diagnostics: inout DiagnosticList) {
        if metrics.count > metricLimit {
            diagnostics.add(
                .malformedPortfolio, "metrics",
                "There are \(metrics.count) figures; at most \(metricLimit) are allowed.")
        }
        for (index, metric) in metrics.enumerated() {
            let key = "metrics[\(index)]"
            diagnostics.check(metric.label, "\(key).label", limit: PortfolioLimits.title)
            diagnostics.check(metric.value, "\(key).value", limit: 40)
            diagnostics.check(metric.unit, "\(key).unit", limit: 20)
            for (name, text) in [("label", metric.label), ("value", metric.value)] where text.asLine.isEmpty {
                diagnostics.add(.malformedPortfolio, "\(key).\(name)", "It is empty.")
            }
            if let trend = metric.trend, !trend.percentage.isFinite {
                diagnostics.add(.malformedPortfolio, "\(key).trend.percentage", "It is not a number.")
            }
        }
    }

    private static func isLanguage(_ text: String) -> Bool {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        // No longer language is registered, and “english” is a word, not a tag.
        guard let first = parts.first, (2...3).contains(first.utf8.count), text.utf8.count <= 35 else { return false }
        return first.allSatisfy { $0.isASCII && $0.isLetter }
            && parts.allSatisfy {
                (1...8).contains($0.utf8.count) && $0.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
            }
    }
}
