/// The navigation of a portfolio in an app.
package struct AppNavigation: Hashable, Sendable, Codable {
    /// The anchor of each section, such as `section_work` for `work`.
    package var anchors: [String: String]
    package var deepLinks: DeepLinks
    package var statePreservation: StatePreservation
    package var quickNav: QuickNav

    /// The deep links into a portfolio.
    package struct DeepLinks: Hashable, Sendable, Codable {
        package var enabled: Bool
        package var baseURL: String
        package var sectionFormat: String
        package var blockFormat: String

        private enum CodingKeys: String, CodingKey {
            case enabled
            case baseURL = "base_url"
            case sectionFormat = "section_format"
            case blockFormat = "block_format"
        }

        /// Creates the deep links of a portfolio.
        package init(portfolioID: String) {
            enabled = true
            baseURL = "reshuffle://portfolio/\(portfolioID)"
            sectionFormat = "\(baseURL)/{section_id}"
            blockFormat = "\(baseURL)/{section_id}/{block_id}"
        }
    }

    /// The state that an app restores when it returns.
    package struct StatePreservation: Hashable, Sendable, Codable {
        package var enabled = true
        package var restoreScrollPosition = true
        package var restoreExpandedState = true

        private enum CodingKeys: String, CodingKey {
            case enabled
            case restoreScrollPosition = "restore_scroll_position"
            case restoreExpandedState = "restore_expanded_state"
        }

        /// Creates the setting that restores everything.
        package init() {}
    }

    /// The bar with a button for each section.
    package struct QuickNav: Hashable, Sendable, Codable {
        package var enabled: Bool
        package var items: [Item]

        /// A button.
        package struct Item: Hashable, Sendable, Codable {
            package var label: String
            package var targetSection: SectionID
            /// The name of an SF Symbol.
            package var icon: String

            private enum CodingKeys: String, CodingKey {
                case label
                case targetSection = "target_section"
                case icon
            }

            /// Creates the button of a section.
            package init(_ section: SectionID) {
                targetSection = section
                (label, icon) =
                    switch section {
                    case .hook: ("Overview", "star.fill")
                    case .credibility: ("About", "person.fill")
                    case .work: ("Work", "briefcase.fill")
                    case .process: ("Process", "gearshape.fill")
                    case .action: ("Contact", "message.fill")
                    }
            }
        }

        /// Creates the bar of the given sections.
        package init(_ sections: [SectionID]) {
            enabled = true
            items = sections.map(Item.init)
        }
    }

    private enum CodingKeys: String, CodingKey {
        case anchors
        case deepLinks = "deep_links"
        case statePreservation = "state_preservation"
        case quickNav = "quick_nav"
    }

    /// Creates the navigation of a portfolio with these sections.
    package init(portfolioID: String, sections: [SectionID]) {
        anchors = Dictionary(sections.map { ($0.rawValue, $0.anchor) }) { first, _ in first }
        deepLinks = DeepLinks(portfolioID: portfolioID)
        statePreservation = StatePreservation()
        quickNav = QuickNav(sections)
    }
}

extension SectionID {
    /// The name of the section's anchor, also its destination in the book.
    package var anchor: String { "section_\(rawValue)" }
}
