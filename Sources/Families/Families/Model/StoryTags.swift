import RowQuery

/// The tags of an artwork.
enum StoryTags {
    /// Returns whether a JSON list of tags is within the limits.
    static func areWithinLimits(_ json: String) -> Bool {
        guard case .list(let items) = try? JSONValue(parsing: Array(json.utf8), limits: QueryLimits()),
            items.count <= StoryText.tagCount
        else { return false }
        return items.allSatisfy { item in
            guard case .text(let tag) = item else { return false }
            return StoryText.tagLength.contains(StoryText.trimmed(tag).count)
                && tag.utf8.count <= StoryText.tagLength.upperBound * StoryText.bytesPerCharacter
        }
    }
}
