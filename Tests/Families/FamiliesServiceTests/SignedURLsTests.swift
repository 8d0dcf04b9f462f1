import Families
import FamiliesService
import Testing

@Suite("Signed URLs that are kept")
struct SignedURLsTests {
    private static let sun = PictureLinks.Reference("sun")

    @Test("a URL is kept for the picture and the file that it is of, until the next period")
    func periods() {
        var urls = SignedURLs(limit: 100)
        urls.keep("/sun", of: Self.sun, in: 7)
        #expect(urls.url(of: Self.sun, in: 7) == "/sun")
        #expect(urls.url(of: PictureLinks.Reference("sun", .thumbnail), in: 7) == nil)
        #expect(urls.url(of: Self.sun, in: 8) == nil)
        urls.keep("/moon", of: PictureLinks.Reference("moon"), in: 8)
        #expect(urls.url(of: Self.sun, in: 7) == nil && urls.count == 1)
    }

    @Test("there are never more than the limit")
    func limit() {
        var urls = SignedURLs(limit: 100)
        for number in 0...200 {
            urls.keep("/\(number)", of: PictureLinks.Reference("\(number)"), in: 7)
            #expect(urls.count <= 100)
        }
        #expect(urls.url(of: PictureLinks.Reference("200"), in: 7) == "/200")
    }
}
