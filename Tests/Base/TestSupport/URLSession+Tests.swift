import Foundation

#if canImport(FoundationNetworking)
package import FoundationNetworking
#endif

extension URLSession {
    /// The session of all tests, in which a request's time limit is a guard against a hang.
    package static let tests: URLSession = {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.timeoutIntervalForRequest = 1800
        configuration.urlCache = nil
        configuration.httpCookieStorage = nil
        return URLSession(configuration: configuration)
    }()
}
