package import Hummingbird

/// The program and address of a login.
package struct LoginClient: Sendable, Hashable {
    /// A short name of the program, such as `Firefox on Windows`; nil if unknown.
    package let program: String?
    /// The network address; nil if unknown.
    package let address: String?

    /// Nothing known, as for a login in a test.
    package static let unknown = LoginClient(program: nil, address: nil)

    /// Creates a client from known values.
    package init(program: String?, address: String?) {
        self.program = program
        self.address = address
    }

    /// Describes the sender of a request.
    ///
    /// - Parameters:
    ///   - request: the request, whose `User-Agent` anyone can choose.
    ///   - address: the address of the connection, or that which a trusted proxy names.
    package init(of request: Request, at address: String) {
        let isAddress = address.utf8.allSatisfy { Character(UnicodeScalar($0)).isHexDigit || $0 == 0x2E || $0 == 0x3A }
        self.init(
            program: request.headers[.userAgent].flatMap(Self.program),
            address: isAddress && !address.isEmpty ? address : nil)
    }

    /// The marks of browsers.
    ///
    /// Earlier ones count first, since most browsers claim to be others as well.
    private static let browsers = [
        ("Edg", "Edge"), ("OPR/", "Opera"), ("SamsungBrowser/", "Samsung Internet"), ("Vivaldi/", "Vivaldi"),
        ("Firefox/", "Firefox"), ("FxiOS/", "Firefox"), ("CriOS/", "Chrome"), ("Chrome/", "Chrome"),
        ("Chromium/", "Chromium"), ("Safari/", "Safari"),
    ]
    private static let systems = [
        ("iPhone", "iPhone"), ("iPad", "iPad"), ("Android", "Android"), ("Windows", "Windows"), ("CrOS", "ChromeOS"),
        ("Macintosh", "macOS"), ("Mac OS X", "macOS"), ("Linux", "Linux"), ("X11", "Unix"),
    ]

    /// Returns a short name of a program from its `User-Agent`; nil without one.
    ///
    /// Browsers and systems have names of our own, so that no text of the client is shown; of other programs, the name
    /// is taken over if it is a plain word.
    package static func program(_ userAgent: String) -> String? {
        let text = userAgent.prefix(512)
        func first(_ marks: [(String, String)]) -> String? { marks.first { text.contains($0.0) }?.1 }
        let system = first(systems)
        if text.hasPrefix("Mozilla/"), let browser = first(browsers) {
            return system.map { "\(browser) on \($0)" } ?? browser
        }
        let name = text.prefix { $0 != "/" && $0 != " " }
        guard name.wholeMatch(of: /[A-Za-z][A-Za-z0-9._\-]{0,39}/) != nil else { return system }
        return String(name)
    }
}
