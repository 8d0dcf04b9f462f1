import HTTPTypes
import Hummingbird
import NIOCore

/// Routes that describe the service to programs and people.
struct DescriptionRoutes: Sendable {
    private let description: APIDescription
    private let pages: PageRenderer

    init(_ description: APIDescription, _ pages: PageRenderer) {
        self.description = description
        self.pages = pages
    }

    /// Adds the routes, which need no login.
    func add(to open: RouterGroup<ServiceContext>) {
        let (yaml, json) = (ByteBuffer(string: description.yaml), ByteBuffer(bytes: description.json))
        open.get("openapi.yaml") { _, _ in Self.response(yaml, "application/yaml; charset=utf-8") }
        open.get("openapi.json") { _, _ in Self.response(json, JSONResponse.mediaType) }
        open.get("docs/api") { _, context in pages.render("api", description.page, for: context) }
    }

    private static func response(_ bytes: ByteBuffer, _ mediaType: String) -> Response {
        Response(
            status: .ok, headers: [.contentType: mediaType, .cacheControl: "private, no-cache"],
            body: ResponseBody(byteBuffer: bytes))
    }
}
