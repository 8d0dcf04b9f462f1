package import RowQuery

/// The Swift functions called by the schema's columns and checks.
package enum StorytellingFunctions {
    static let title = "storytelling_title"
    static let story = "storytelling_story"
    static let initial = "storytelling_initial"
    static let ageInMonths = "storytelling_age_in_months"
    static let inviteCode = "storytelling_invite_code"
    static let expiry = "storytelling_expiry"
    static let isExpiryNear = "storytelling_is_expiry_near"
    static let isColor = "storytelling_is_color"
    static let isWithin = "storytelling_is_within"
    static let areTags = "storytelling_are_tags"
    static let isVisible = "storytelling_is_visible"
    static let isPictureName = "storytelling_is_picture_name"
    static let pictureLink = "storytelling_picture_link"
    static let thumbnailLink = "storytelling_thumbnail_link"

    /// A function from values to a value.
    package typealias Body = @Sendable ([Value]) -> Value

    /// Returns the functions.
    ///
    /// - Parameters:
    ///   - links: The links that clients read in place of object names.
    ///   - newCode: Draws the code of an invite.
    ///   - moment: Returns the time a number of seconds from now, in the stored format of timestamps.
    /// - Returns: The functions by their names in the schema.
    package static func bodies(
        links: PictureLinks, newCode: @escaping @Sendable () -> InviteCode,
        moment: @escaping @Sendable (_ seconds: Int64) -> String
    ) -> [String: Body] {
        [
            title: { values in StoryText.title(values[0].text, story: values[1].text).map(Value.text) ?? .null },
            story: { values in
                // A blank story is that of a legacy artwork, which the feed's `neq.` leaves out.
                values[0].text.map { .text(StoryText.trimmed($0).isEmpty ? "" : $0) } ?? .null
            },
            initial: { values in values[0].text.flatMap(StoryText.initial).map(Value.text) ?? .null },
            ageInMonths: { values in
                guard let born = values[0].text, let date = values[1].text, let age = ChildAge(born: born, on: date)
                else { return .null }
                return .integer(Int64(age.months))
            },
            inviteCode: { _ in .text(newCode().text) },
            expiry: { values in values[0].text == nil ? .text(moment(InviteRules.lifetime)) : values[0] },
            isExpiryNear: { values in
                .truth(values[0].text.map { $0 <= moment(InviteRules.longestLifetime) } ?? false)
            },
            isColor: { values in .truth(values[0].text.map(StoryText.isColor) ?? true) },
            isWithin: { values in
                guard case .integer(let bytes) = values[1] else { return .truth(false) }
                return .truth(values[0].text.map { $0.utf8.count <= bytes } ?? true)
            },
            isVisible: { values in .truth(values[0].text.map(StoryText.isVisible) ?? true) },
            areTags: { values in .truth(values[0].text.map(StoryTags.areWithinLimits) ?? true) },
            isPictureName: { values in
                guard let name = values[0].text, let family = values[1].text else { return .truth(false) }
                return .truth(PictureName.isOf(family: family, name))
            },
            pictureLink: { values in values[0].text.map { .text(links.url(of: $0, .picture)) } ?? .null },
            thumbnailLink: { values in
                if let own = values[0].text { return .text(links.url(of: own, .picture)) }
                return values[1].text.map { .text(links.url(of: $0, .thumbnail)) } ?? .null
            },
        ]
    }
}

/// The validity of invites.
package enum InviteRules {
    /// The default validity in seconds: a week.
    package static let lifetime: Int64 = 7 * 86_400
    /// The maximum validity in seconds: a month.
    package static let longestLifetime: Int64 = 30 * 86_400
}

extension Value {
    fileprivate var text: String? {
        if case .text(let text) = self { return text }
        return nil
    }

    /// A Boolean as functions of SQLite return it.
    fileprivate static func truth(_ holds: Bool) -> Value { .integer(holds ? 1 : 0) }
}
