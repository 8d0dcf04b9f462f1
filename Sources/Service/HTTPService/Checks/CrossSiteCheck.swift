import FailureModel
import Hummingbird

/// Rejects changes that a page of another site makes a browser request (CSRF).
///
/// A browser adds the session cookie to every request to the service, no matter which page makes it, and a proxy that logs
/// people in adds the user's name. A request that has one of them and changes something must therefore come from the
/// service's own page, according to the browser. Programs that send an API token and no cookie are exempt, since no
/// browser adds the token by itself.
struct CrossSiteCheck {
    private let access: Access

    init(_ access: Access) {
        self.access = access
    }

    func check(_ request: Request, by identity: Identity) throws(Failure) {
        // `HostCheck` has verified already that the site or the origin is the service's own.
        let isSignedOn = if case .signOn = identity.credential { true } else { false }
        guard
            request.isSafe || !isSignedOn && access.session(of: request) == nil || request.fetchSite != nil
                || request.headers[.origin] != nil
        else { throw Failure(.forbidden, "The request does not say which page it comes from.") }
    }
}
