import Pipeline

/// What a move means for waiting tasks.
struct News: Sendable, Equatable {
    /// Whether there is a job to claim, now or when it is due.
    var madeWork = false
    /// Whether there are new events.
    var wroteEvents = false
    /// The settled or deleted documents.
    var atRest: [DocumentID] = []
    /// Whether more documents may have settled than are listed.
    var settledAny = false

    var isEmpty: Bool { !madeWork && !wroteEvents && atRest.isEmpty && !settledAny }

    /// The maximum number of documents in a notification, which has at most 8,000 bytes.
    private static let limit = 150

    /// Adds the news of another move.
    mutating func add(_ other: News) {
        madeWork = madeWork || other.madeWork
        wroteEvents = wroteEvents || other.wroteEvents
        settledAny = settledAny || other.settledAny
        atRest += other.atRest
        if atRest.count > Self.limit {
            settledAny = true
            atRest = []
        }
    }

    // MARK: Text

    /// The news as words: `work`, `events`, `any` and the documents' IDs.
    var text: String {
        var words: [String] = []
        if madeWork { words.append("work") }
        if wroteEvents { words.append("events") }
        if settledAny { words.append("any") }
        return (words + atRest.map(\.description)).joined(separator: " ")
    }

    init(madeWork: Bool = false, wroteEvents: Bool = false, atRest: [DocumentID] = [], settledAny: Bool = false) {
        self.madeWork = madeWork
        self.wroteEvents = wroteEvents
        self.atRest = atRest
        self.settledAny = settledAny
    }

    /// Reads the news of another node; words of a newer version are left out.
    init(text: some StringProtocol) {
        for word in text.split(separator: " ") {
            switch word {
            case "work": madeWork = true
            case "events": wroteEvents = true
            case "any": settledAny = true
            default: if let id = DocumentID(String(word)) { atRest.append(id) }
            }
        }
    }

    /// Everything, for a node that may have missed news.
    static let all = News(madeWork: true, wroteEvents: true, settledAny: true)
}
