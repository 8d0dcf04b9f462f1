import HTTPService

extension UserRole {
    /// The name of the role on a page.
    var title: String {
        switch self {
        case .reader: "Reader"
        case .staff: "Staff"
        case .administrator: "Administrator"
        }
    }

    /// What users of the role may do.
    var explanation: String {
        switch self {
        case .reader: "sees and downloads"
        case .staff: "fills in, corrects and deletes what is theirs"
        case .administrator: "does what staff do, and manages users"
        }
    }

    /// Returns the roles for a select element.
    static func choices(_ chosen: UserRole) -> [PageChoice] {
        allCases.map { PageChoice(value: $0.rawValue, title: $0.title, isChosen: $0 == chosen) }
    }
}
