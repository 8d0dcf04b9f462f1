import Foundation
import Pipeline

/// A time on a page, for people and for programs.
struct PageTime {
    let iso: String
    let text: String

    init(_ time: Timestamp) {
        iso = time.date.formatted(.iso8601)
        text = iso.replacing("T", with: " ").replacing("Z", with: " UTC")
    }
}

/// A choice of a select element.
struct PageChoice {
    let value: String
    let title: String
    let isChosen: Bool
}
