/// The service's limits for texts, for checks while typing.
public enum StoryRules {
    /// The lengths of a story, in characters without white space at the ends.
    public static let storyLengths = 20...10_000
    /// The lengths of a comment.
    public static let commentLengths = 1...500
    /// The number of characters of a story that become a missing title.
    public static let titlePrefix = 50

    /// Questions that help to begin a story.
    public static let prompts = [
        "What did your child say about this?", "When or where did they make it?", "How did they feel creating it?",
        "What makes this special?",
    ]

    /// Returns the length of a text as the service counts it.
    public static func length(of text: String) -> Int { trimmed(text).count }

    /// Returns a text without white space at its ends.
    static func trimmed(_ text: String) -> String {
        guard let first = text.firstIndex(where: { !$0.isWhitespace }),
            let last = text.lastIndex(where: { !$0.isWhitespace })
        else { return "" }
        return String(text[first...last])
    }
}
