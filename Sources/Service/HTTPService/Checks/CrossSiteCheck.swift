import FailureModel
import Hummingbird

/// Refuses changes that a page of another site makes a browser ask for (CSRF).
///
/// A browser adds the session's cookie to every request to the service, whichever page makes it. So a request that changes
/// something and has the cookie must come from the service's own page, as the browser says. Programs that send an API token and
/// no cookie are exempt: nobody but them adds the token.
struct CrossSiteCheck {
    private let access: Access

    init(_ access: Access) {
        self.access = access
    }

    func check(_ request: Request) throws(Failure) {
        // That the site or the origin is the service's own has been checked with the host.
        guard
            request.isSafe || access.session(of: request) == nil || request.fetchSite != nil
                || request.headers[.origin] != nil
        else { throw Failure(.forbidden, "The request does not say which page it comes from.") }
    }
}
