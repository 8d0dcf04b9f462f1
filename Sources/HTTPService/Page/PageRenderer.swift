import Foundation
package import HTTPTypes
package import Hummingbird
import Mustache
import NIOCore

/// Renders the service's pages from the templates that are part of the program.
package struct PageRenderer: Sendable {
    private let library: MustacheLibrary

    /// Reads the templates.
    ///
    /// - Throws: Mustache's error if a template is not well-formed.
    package init() throws {
        var library = MustacheLibrary()
        try library.register(String(decoding: PackageResources.login_mustache, as: UTF8.self), named: "login")
        self.library = library
    }

    /// Renders a page, which is never stored by a browser or a proxy.
    ///
    /// - Parameters:
    ///   - template: the template's name.
    ///   - values: what its tags name; text is escaped.
    ///   - status: the status of the response.
    /// - Returns: the response.
    package func render(_ template: String, _ values: Any, status: HTTPResponse.Status = .ok) -> Response {
        Response(
            status: status, headers: [.contentType: "text/html; charset=utf-8", .cacheControl: "no-store"],
            body: ResponseBody(byteBuffer: ByteBuffer(string: library.render(values, withTemplate: template) ?? "")))
    }
}
