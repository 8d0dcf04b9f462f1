package import Foundation

#if canImport(FoundationNetworking)
package import FoundationNetworking
#endif

extension URLSession {
    /// The session of all tests.
    ///
    /// Its time limit is a guard against a hang, and it keeps no connection to a service that has ended.
    package static let tests: URLSession = {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.timeoutIntervalForRequest = 1800
        configuration.httpAdditionalHeaders = ["Connection": "close"]
        configuration.urlCache = nil
        configuration.httpCookieStorage = nil
        return URLSession(configuration: configuration)
    }()
}
