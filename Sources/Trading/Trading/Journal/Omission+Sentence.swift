extension Omission.Reason {
    /// The reason for omitting a line of a table.
    var sentence: String {
        switch self {
        case .short: "A short sale does not say how many shares it opens."
        case .exchange: "The exchange of currencies does not name both of them."
        case .derivative: "Options and other derivatives are not supported."
        case .debt: "Bonds and other debt are not supported."
        case .unknown: "The word for what happened is not known; a column file can say what it means."
        case .related: "Other lines of the security are left out, so that this one cannot be booked."
        case .reorganisation:
            "The line does not say all about a merger or another reorganisation that its booking needs."
        case .figures: "The price, the value and the proceeds of the line contradict each other, or are 0."
        case .level: "The level of detail of the line is not known, so that it may repeat other lines."
        case .transfer: "The cost of shares brought in is not known; a file of lots can state it."
        case .other: "The line is of a kind that is not supported."
        }
    }
}
