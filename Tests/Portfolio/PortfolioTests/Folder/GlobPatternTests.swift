import Portfolio
import Testing

@Suite struct GlobPatternTests {
    @Test(
        "patterns match whole paths",
        arguments: [
            ("a.jpg", "a.jpg", true), ("a.jpg", "b/a.jpg", false), ("*.jpg", "a.jpg", true),
            ("*.jpg", "b/a.jpg", false),
            ("*.jpg", "a.png", false), ("?.jpg", "a.jpg", true), ("?.jpg", "ab.jpg", false), ("?", "é", true),
            ("**/*.jpg", "a.jpg", true), ("**/*.jpg", "b/c/a.jpg", true), ("b/**", "b/c/a.jpg", true),
            ("b/**", "c/a.jpg", false), ("b/**/a.jpg", "b/a.jpg", true), ("b/**/a.jpg", "b/c/d/a.jpg", true),
            ("**", "a/b/c", true), ("a*c*e", "abcde", true), ("a*c*e", "abcd", false), ("*", "", true),
            ("a**b", "axxb", true), ("*a*a*a*", "aa", false), ("\u{E9}.jpg", "e\u{301}.jpg", true),
            ("[a].jpg", "a.jpg", false), ("[a].jpg", "[a].jpg", true), ("A.jpg", "a.jpg", false), ("b/*", "b", false),
        ])
    func matches(_ pattern: String, _ path: String, _ isMatch: Bool) throws {
        #expect(try #require(GlobPattern(pattern)).matches(path) == isMatch)
    }

    @Test(
        "no pattern leads out of the folder",
        arguments: [
            "", "/a", "../a", "a/../b", "a/..", "./a", "a//b", "a/", "a\0b", String(repeating: "a", count: 1_025),
        ])
    func refused(_ pattern: String) {
        #expect(GlobPattern(pattern) == nil)
    }

    @Test("a pattern made to be slow is not", .timeLimit(.minutes(30)))
    func slow() throws {
        let pattern = try #require(GlobPattern(String(repeating: "*a", count: 500)))
        #expect(!pattern.matches(String(repeating: "a", count: 400) + "b"))
        let levels = try #require(GlobPattern(Array(repeating: "**", count: 31).joined(separator: "/") + "/x"))
        #expect(!levels.matches("a/a/a/a/a/a/a/a/a"))
    }
}
