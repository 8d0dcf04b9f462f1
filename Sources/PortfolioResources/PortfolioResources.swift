/// The description of the routes of portfolios, and the templates and assets of their pages.
package enum PortfolioResources {
    /// The files by name.
    package static let files: [String: [UInt8]] = [
        "portfolio.openapi.yaml": PackageResources.portfolio_openapi_yaml
    ]
}
