package import FailureModel
import Foundation
package import HTTPTypes
package import Hummingbird
import Mustache
import NIOCore
import Pipeline

/// Renders pages from templates.
///
/// A template `NAME.mustache` fills the blocks of `layout.mustache`. Its values are under `page`; `assets` is the
/// folder in the addresses of assets.
public struct PageRenderer: Sendable {
    private struct Frame {
        let assets: String
        let navigation: [NavigationEntry]
        /// The entries of pages that the user does not use.
        let more: [NavigationEntry]
        let hasMore: Bool
        let user: String?
        /// Whether the user can log out here, rather than at the proxy.
        let mayLogOut: Bool
        /// Whether the user may change what is on the page; readers may not.
        let mayChange: Bool
        let page: Any
    }

    private let library: MustacheLibrary
    private let assets: Assets
    private let navigation: [NavigationEntry]

    /// The content security policy.
    ///
    /// Pages load only files of the service, and pictures made by their scripts.
    private static let policy =
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; connect-src 'self'; "
        + "form-action 'self'; base-uri 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'"

    /// Creates a renderer.
    ///
    /// - Parameters:
    ///   - files: the files of all pages by name; those that end in `.mustache` are templates.
    ///   - assets: the files loaded by pages.
    ///   - navigation: the entries of the navigation.
    /// - Throws: `Failure` (`internal_error`) if a template is malformed.
    package init(_ files: [String: [UInt8]], assets: Assets, navigation: [NavigationEntry]) throws(Failure) {
        self.assets = assets
        self.navigation = navigation
        var library = MustacheLibrary()
        for (name, bytes) in files where name.hasSuffix(".mustache") {
            do {
                let template = try HTMLText.template(String(decoding: bytes, as: UTF8.self))
                library.register(template, named: String(name.dropLast(".mustache".count)))
            } catch {
                throw Failure(.internalError, "The template \(name) is not well-formed.", underlying: "\(error)")
            }
        }
        self.library = library
    }

    /// Returns the name of the user logged in on the page.
    private static func user(_ context: ServiceContext) -> String? {
        switch context.identity.credential {
        case .session, .signOn: context.owner.text
        case .none, .local, .token, .appLogin: nil
        }
    }

    private static func mayLogOut(_ context: ServiceContext) -> Bool {
        if case .session = context.identity.credential { true } else { false }
    }

    private func navigation(for identity: Identity?) -> [NavigationEntry] {
        identity?.isAdministrator == true ? navigation : navigation.filter { !$0.isForAdministrators }
    }

    /// Renders a page.
    ///
    /// - Parameters:
    ///   - template: the name of the template, without extension.
    ///   - values: the values for the template, read by reflection.
    ///   - context: the request, for the name of a logged-in user; nil without a request.
    ///   - status: the status of the response.
    /// - Returns: the page as HTML with its headers.
    package func render(
        _ template: String, _ values: Any, for context: ServiceContext? = nil, status: HTTPResponse.Status = .ok
    ) -> Response {
        let entries = navigation(for: context?.identity)
        let unused = context?.unusedPages ?? []
        let more = entries.filter { unused.contains($0.path) }
        let frame = Frame(
            assets: assets.folder, navigation: entries.filter { !unused.contains($0.path) }, more: more,
            hasMore: !more.isEmpty, user: context.flatMap(Self.user),
            mayLogOut: context.map(Self.mayLogOut) ?? false,
            mayChange: context.map { $0.identity.role == .write } ?? true,
            page: values)
        guard let html = library.render(PageValues.read(frame) ?? frame, withTemplate: template) else {
            // Templates are part of the program, so an unknown name is a programming error.
            return Response(status: .internalServerError)
        }
        let headers: HTTPFields = [
            .contentType: "text/html; charset=utf-8", .cacheControl: "private, no-cache",
            .contentSecurityPolicy: Self.policy,
            // Without a referrer, a browser sends forms with the origin "null", which counts as a foreign site.
            .referrerPolicy: "same-origin",
        ]
        return Response(status: status, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(string: html)))
    }

    /// Renders a part of a page by its own template, as HTML.
    package func fragment(_ template: String, _ values: Any) -> String {
        library.render(PageValues.read(values) ?? values, withTemplate: template) ?? ""
    }
}
