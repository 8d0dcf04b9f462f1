/// The buttons for contacting a person.
package struct CallToActionContent: Hashable, Sendable, Codable {
    /// A button.
    package struct Action: Hashable, Sendable, Codable {
        package enum ActionType: String, Hashable, Sendable, Codable {
            case openChat = "open_chat"
            case saveCard = "save_card"
            case call, email
        }
        package enum Style: String, Hashable, Sendable, Codable { case filled, outlined }

        package var label: String
        package var actionType: ActionType
        package var payload: [String: String]?
        package var style: Style?

        private enum CodingKeys: String, CodingKey {
            case label
            case actionType = "action_type"
            case payload, style
        }

        /// Creates a button.
        package init(label: String, actionType: ActionType, payload: [String: String]?, style: Style?) {
            self.label = label
            self.actionType = actionType
            self.payload = payload
            self.style = style
        }
    }

    package var primaryAction: Action
    package var secondaryAction: Action?
    package var urgencyText: String?

    private enum CodingKeys: String, CodingKey {
        case primaryAction = "primary_action"
        case secondaryAction = "secondary_action"
        case urgencyText = "urgency_text"
    }

    /// Creates the buttons of a contact: a chat, and a card with the contact details.
    package init(userID: String, contact: PortfolioContact) {
        primaryAction = Action(
            label: "Get in Touch", actionType: .openChat, payload: ["user_id": userID], style: .filled)
        var card: [String: String] = [:]
        card["email"] = contact.email
        card["phone"] = contact.phone
        card["url"] = contact.url
        secondaryAction = Action(
            label: "Save Card", actionType: .saveCard, payload: card.isEmpty ? nil : card, style: .outlined)
    }
}

/// A block of figures.
package struct MetricContent: Hashable, Sendable, Codable {
    package enum Layout: String, Hashable, Sendable, Codable { case horizontal, grid }

    package var metrics: [PortfolioMetric]
    /// The layout of the figures.
    ///
    /// The key is not `layout`, which clients read as the layout of a gallery.
    package var metricLayout: Layout
    package var metricStyle: String

    /// Creates a row of up to three figures, or else a grid.
    package init(_ metrics: [PortfolioMetric]) {
        self.metrics = metrics
        metricLayout = metrics.count <= 3 ? .horizontal : .grid
        metricStyle = "prominent"
    }
}
