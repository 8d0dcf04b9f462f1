/// What SVGs contain that take minutes to draw in any size, and what resembles it in real ones.
enum HostileDrawings {
    static let all: [String: @Sendable () -> String] = [
        "waves of noise": { filter("<feTurbulence numOctaves=\"1000000\"/>") },
        "noise that is used again and again": {
            filter("<feTurbulence numOctaves=\"100\"/>")
                + repeated(1_000) { _ in "<rect width=\"9\" height=\"9\" filter=\"url('#f')\"/>" }
        },
        "a convolution": {
            filter("<feConvolveMatrix order=\"21\" kernelMatrix=\"\(repeated(441) { _ in "1 " })\"/>")
        },
        "dashes": { "<path d=\"M0 0h1e9\" stroke=\"red\" stroke-dasharray=\"1\"/>" },
        "dashes of a group": {
            "<g style=\"fill:none;stroke-dasharray:.1,.1%\"><path d=\"M0 0\(repeated(2_000) { _ in "h900h-900" })\"/></g>"
        },
        "dashes of a style sheet": {
            "<style>.d{stroke-dasharray:.001 .001}</style><rect class=\"d\" width=\"9000\" height=\"9000\"/>"
        },
        "dashes of copies": {
            "<defs><path id=\"p\" d=\"M0 0H9000\"/><g id=\"g\">\(repeated(100) { _ in "<use href=\"#p\"/>" })</g></defs>"
                + "<g stroke=\"red\" stroke-dasharray=\".1\">\(repeated(100) { _ in "<use href=\"#g\"/>" })</g>"
        },
        "dashes of markers": {
            "<marker id=\"m\"><path stroke-dasharray=\"1\" d=\"M0 0H9000\"/></marker>"
                + "<path d=\"M0 0\(repeated(10_000) { "L\($0) 9" })\" marker-mid=\"url(#m)\"/>"
        },
        "crossing lines": {
            "<polygon points=\"\(repeated(100_000) { "\($0 * 7_919 % 9_000),\($0 * 104_729 % 8_999) " })\"/>"
        },
        "crossing curves": {
            "<path d=\"M0 0\(repeated(30_000) { "Q\($0 * 7_919 % 9_000),\($0 * 104_729 % 8_999) 9 9" })\"/>"
        },
        "selectors": {
            "<style>\(repeated(5_000) { _ in "*{fill:red}" })</style>\(repeated(20_000) { _ in "<g/>" })"
        },
        "selectors behind a comment": {
            "<style>a{b:\"/*\"} \(repeated(5_000) { _ in "*{fill:red}" }) </style>\(repeated(20_000) { _ in "<g/>" })"
        },
        "siblings": { "<style>.a ~ .b{fill:red}</style>\(repeated(20_000) { _ in "<g class=\"b\"/>" })" },
        "parts in parts": {
            repeated(400) { "<g id=\"g\($0)\"><use href=\"#g\($0 + 1)\"/></g>" }
        },
    ]

    static let usual: [String: @Sendable () -> String] = [
        "paper": { filter("<feTurbulence baseFrequency=\".02\" numOctaves=\"5\"/>", side: 300) },
        "a sharper picture": {
            filter("<feConvolveMatrix order=\"3\" kernelMatrix=\"0 -1 0 -1 5 -1 0 -1 0\"/>", side: 300)
        },
        "a map with borders": {
            "<style>.b{stroke-dasharray:12,4;fill:none;stroke:#888}</style>"
                + repeated(500) { line in
                    "<path class=\"b\" d=\"M\(line * 17) \(line * 13)\(repeated(50) { "l\($0 % 7) \(9 - $0 % 5)" })\"/>"
                }
        },
        "a coast": {
            "<path fill=\"none\" stroke=\"#000\" d=\"M0 4500\(repeated(50_000) { "l.17 \($0 % 2 == 0 ? 6 : -6)" })\"/>"
        },
        "bars": { "<path d=\"\(repeated(3_000) { "M\(3 * $0) 0v9000" })\" stroke=\"#000\" stroke-width=\".5\"/>" },
        "an exported diagram": {
            "<style>\(repeated(300) { ".c\($0) path,.d\($0):hover{fill:#123}" })[class~=x]{fill:red}</style>"
                + repeated(9_000) { "<path class=\"c\($0 % 300)\" d=\"M\($0) 9h1v9z\"/>" }
        },
    ]

    private static func repeated(_ count: Int, _ text: (Int) -> String) -> String {
        (0..<count).map(text).joined()
    }

    private static func filter(_ content: String, side: Int = 9_000) -> String {
        "<filter id=\"f\">\(content)</filter><rect width=\"\(side)\" height=\"\(side)\" filter=\"url(#f)\"/>"
    }
}
