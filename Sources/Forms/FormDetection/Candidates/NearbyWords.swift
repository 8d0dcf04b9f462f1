import FormModel

/// The words printed around a candidate, by position.
struct NearbyWords {
    /// The position of words relative to the candidate.
    ///
    /// The order is that of the trained model.
    enum Place: Int, CaseIterable {
        case left, right, above, below, inner

        /// Maximum distance in points of a phrase that counts; nil inside the cell.
        var farthest: Double? {
            switch self {
            case .left: 60
            case .right, .above: 40
            case .below: 14
            case .inner: nil
            }
        }

        /// Maximum number of words that count, starting next to the candidate.
        var most: Int {
            switch self {
            case .left, .below: 6
            case .right: 4
            case .above: 8
            case .inner: 10
            }
        }
    }

    /// The words at each position, in reading order.
    private(set) var byPlace = [[String]](repeating: [], count: Place.allCases.count)

    subscript(_ place: Place) -> [String] {
        get { byPlace[place.rawValue] }
        set { byPlace[place.rawValue] = newValue }
    }

    /// Returns the words of a text in lower case; any number becomes the word "0".
    static func split(_ text: String) -> [String] {
        text.lowercased().split { !$0.isLetter && !$0.isNumber && !"$%#&".contains($0) }.map {
            $0.contains(where: \.isNumber) ? "0" : String($0)
        }
    }
}
