import FailureModel
import Foundation
package import Hummingbird
import HTTPTypes

/// A domain's part of the service: its routes under `/api/v1`.
package protocol ServiceDomain: Sendable {
    /// Adds the routes.
    func add(to api: RouterGroup<ServiceContext>)
}

/// What the skeleton offers to domains.
package struct ServiceParts: Sendable {
    /// Makes and checks links.
    package let links: SignedLinks
    /// Hands out events.
    package let events: EventHub
    /// Refuses work beyond the limits.
    package let admission: Admission

    /// Gathers the parts.
    package init(links: SignedLinks, events: EventHub, admission: Admission) {
        self.links = links
        self.events = events
        self.admission = admission
    }

    /// A path of the service as an absolute URL, under the host that the request names.
    package func absolute(_ path: String, for request: Request) throws -> String {
        // The host has been checked: it names this machine.
        guard let authority = request.head.authority else {
            throw Failure(.malformedRequest, "The request has no Host.")
        }
        return "http://\(authority)\(path)"
    }
}
