package import FailureModel
import Foundation
package import HTTPTypes
package import Hummingbird
import Mustache
import NIOCore
import Pipeline

/// An entry of the navigation that all pages share.
public struct NavigationEntry: Sendable {
    /// The text of the link.
    package let title: String
    /// The path of the page.
    package let path: String

    /// Creates an entry.
    package init(title: String, path: String) {
        self.title = title
        self.path = path
    }
}

/// Makes pages of templates.
///
/// A template `NAME.mustache` fills the blocks of `layout.mustache`. It finds its values under `page`; `assets` is the folder
/// of the assets' addresses.
public struct PageRenderer: Sendable {
    private struct Frame {
        let assets: String
        let navigation: [NavigationEntry]
        let user: String?
        let page: Any
    }

    private let library: MustacheLibrary
    private let assets: Assets
    private let navigation: [NavigationEntry]

    /// What a page may load: only what the service itself sends, and pictures that its scripts make.
    private static let policy =
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; connect-src 'self'; "
        + "form-action 'self'; base-uri 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'"

    /// Creates a renderer.
    ///
    /// - Parameters:
    ///   - files: the files of all pages by name; those that end in `.mustache` are templates.
    ///   - assets: the files that pages load.
    ///   - navigation: the entries of the navigation.
    /// - Throws: `Failure` (`internal_error`) for a template that is not well-formed.
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

    /// The name of the user who is logged in on the page.
    private static func user(_ context: ServiceContext) -> String? {
        guard case .session = context.identity.credential else { return nil }
        return context.owner.text
    }

    /// Makes a page.
    ///
    /// - Parameters:
    ///   - template: the name of the template, without extension.
    ///   - values: what the template shows; read by reflection.
    ///   - context: the request's, whose user the page names if somebody is logged in; nil for none.
    ///   - status: the status of the response.
    /// - Returns: the page as HTML, with the headers that pages have.
    package func render(
        _ template: String, _ values: Any, for context: ServiceContext? = nil, status: HTTPResponse.Status = .ok
    ) -> Response {
        let frame = Frame(
            assets: assets.folder, navigation: navigation, user: context.flatMap(Self.user), page: values)
        guard let html = library.render(frame, withTemplate: template) else {
            // Templates are part of the program; a name without one would be a fault of ours.
            return Response(status: .internalServerError)
        }
        let headers: HTTPFields = [
            .contentType: "text/html; charset=utf-8", .cacheControl: "private, no-cache",
            .contentSecurityPolicy: Self.policy,
            // Without a referrer, a browser sends forms with the origin "null", which would be another site's.
            .referrerPolicy: "same-origin",
        ]
        return Response(status: status, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(string: html)))
    }
}
