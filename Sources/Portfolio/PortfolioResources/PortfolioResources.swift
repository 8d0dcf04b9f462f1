/// The description of the routes of portfolios, and the templates and assets of their pages.
package enum PortfolioResources {
    /// The files by name.
    package static let files: [String: [UInt8]] = [
        "arrangement-view.mjs": PackageResources.arrangement_view_mjs,
        "arrangement-works.mjs": PackageResources.arrangement_works_mjs,
        "book-form.mjs": PackageResources.book_form_mjs,
        "book-report.mjs": PackageResources.book_report_mjs,
        "book-view.mjs": PackageResources.book_view_mjs,
        "content-entries.mjs": PackageResources.content_entries_mjs,
        "content-files.mjs": PackageResources.content_files_mjs,
        "dragging.mjs": PackageResources.dragging_mjs,
        "dropped-folders.mjs": PackageResources.dropped_folders_mjs,
        "edition-history.mjs": PackageResources.edition_history_mjs,
        "item-card.mjs": PackageResources.item_card_mjs,
        "item-dialog.mjs": PackageResources.item_dialog_mjs,
        "kept-edition.mjs": PackageResources.kept_edition_mjs,
        "left-out-view.mjs": PackageResources.left_out_view_mjs,
        "new-portfolio.mjs": PackageResources.new_portfolio_mjs,
        "new-portfolio.mustache": PackageResources.new_portfolio_mustache,
        "portfolio-api.mjs": PackageResources.portfolio_api_mjs,
        "portfolio-edition.mjs": PackageResources.portfolio_edition_mjs,
        "portfolio-page.openapi.yaml": PackageResources.portfolio_page_openapi_yaml,
        "portfolio-request.mjs": PackageResources.portfolio_request_mjs,
        "portfolio-states.mjs": PackageResources.portfolio_states_mjs,
        "portfolio.mjs": PackageResources.portfolio_mjs,
        "portfolio.mustache": PackageResources.portfolio_mustache,
        "portfolio.openapi.yaml": PackageResources.portfolio_openapi_yaml,
        "portfolios.css": PackageResources.portfolios_css,
        "portfolios.mjs": PackageResources.portfolios_mjs,
        "portfolios.mustache": PackageResources.portfolios_mustache,
    ]
}
