/// One line of the text: a value with its part of the series.
struct Sample {
    /// A suffix of the name, such as `_sum`.
    var suffix = ""
    /// The value of the label `le` of a histogram bucket.
    var bound: String?
    let value: Double

    func line(of id: SeriesID) -> String {
        var labels = id.labels.map { "\($0.name)=\"\(Self.escaped($0.value))\"" }
        if let bound { labels.append("le=\"\(bound)\"") }
        return id.name + suffix + (labels.isEmpty ? "" : "{\(labels.joined(separator: ","))}") + " "
            + Self.number(value)
    }

    static func number(_ value: Double) -> String {
        if value.isNaN { return "NaN" }
        if value.isInfinite { return value < 0 ? "-Inf" : "+Inf" }
        return Int64(exactly: value).map { "\($0)" } ?? "\(value)"
    }

    private static func escaped(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\\": result += "\\\\"
            case "\"": result += "\\\""
            case "\n": result += "\\n"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}
