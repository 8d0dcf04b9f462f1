/// The templates and assets of the pages of accounts.
package enum TradingResources {
    /// The files by name.
    package static let files: [String: [UInt8]] = [
        "account-api.mjs": PackageResources.account_api_mjs,
        "account-states.mjs": PackageResources.account_states_mjs,
        "account-uploads.mjs": PackageResources.account_uploads_mjs,
        "account.mjs": PackageResources.account_mjs,
        "account.mustache": PackageResources.account_mustache,
        "accounts.css": PackageResources.accounts_css,
        "accounts.mjs": PackageResources.accounts_mjs,
        "accounts.mustache": PackageResources.accounts_mustache,
        "analysis-view.mjs": PackageResources.analysis_view_mjs,
        "broker-view.mjs": PackageResources.broker_view_mjs,
        "chart-views.mjs": PackageResources.chart_views_mjs,
        "charts.mjs": PackageResources.charts_mjs,
        "data-table.mjs": PackageResources.data_table_mjs,
        "figures.mjs": PackageResources.figures_mjs,
        "files-view.mjs": PackageResources.files_view_mjs,
        "gains-view.mjs": PackageResources.gains_view_mjs,
        "holdings-view.mjs": PackageResources.holdings_view_mjs,
        "scale.mjs": PackageResources.scale_mjs,
        "security-cell.mjs": PackageResources.security_cell_mjs,
        "statement-view.mjs": PackageResources.statement_view_mjs,
        "summary-view.mjs": PackageResources.summary_view_mjs,
        "trades-view.mjs": PackageResources.trades_view_mjs,
    ]
}
