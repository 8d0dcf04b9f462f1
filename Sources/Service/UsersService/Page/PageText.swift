/// The sizes on a page.
enum PageSize {
    /// Returns a size for people, such as `41.6 KB`.
    static func text(_ bytes: Int64) -> String {
        guard bytes >= 1024 else { return "\(bytes) B" }
        var (size, unit) = (Double(bytes) / 1024, 0)
        let units = ["KB", "MB", "GB", "TB"]
        while size >= 1024, unit < units.count - 1 {
            size /= 1024
            unit += 1
        }
        return "\((size * 10).rounded() / 10) \(units[unit])"
    }
}

/// A choice of a select element.
struct PageChoice {
    let value: String
    let title: String
    let isChosen: Bool
}
