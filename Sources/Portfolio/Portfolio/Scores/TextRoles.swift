/// Detects the role of a text from English words in its title and first lines.
package enum TextRoles {
    /// A role with its reason as a sentence.
    package struct Finding: Hashable, Sendable {
        package var role: ArrangedText.Role
        package var reason: String
    }

    /// Returns the role of a text that belongs to no work.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - title: The title, or the name of the file without its extension.
    ///   - language: A BCP 47 tag. Unless it is English, only words of the title are considered.
    /// - Returns: The role with its reason.
    package static func role(ofText text: String, title: String?, language: String = "en") -> Finding {
        let heading = Set((title ?? "").words)
        func has(_ words: String...) -> Bool { words.contains(where: heading.contains) }
        if has("bio", "about", "biography") { return Finding(role: .bio, reason: "Its title has bio or about.") }
        if has("testimonial", "testimonials", "review", "reviews") {
            return Finding(role: .testimonial, reason: "Its title has testimonial or review.")
        }
        if has("process", "approach", "method", "methods") {
            return Finding(role: .method, reason: "Its title has process, approach or method.")
        }
        guard language.lowercased().split(separator: "-").first == "en" else {
            return Finding(role: .general, reason: "Nothing in its title says more.")
        }
        let tokens = text.split { !($0.isLetter || $0.isNumber) }
        let firstPerson = tokens.count { $0 == "I" || ["me", "my", "mine", "myself"].contains($0.lowercased()) }
        if firstPerson > 3 {
            return Finding(role: .bio, reason: "It has \(firstPerson) words in the first person.")
        }
        if let first = tokens.first?.lowercased(), ["hi", "hello", "hey", "welcome", "greetings"].contains(first) {
            return Finding(role: .intro, reason: "It begins with a greeting.")
        }
        if firstPerson > 0, text.count < 500 {
            return Finding(role: .intro, reason: "It is short and written in the first person.")
        }
        return Finding(role: .general, reason: "Nothing in its title or its words says more.")
    }

    /// Returns the distinct résumé headings that fill a line, in lower case.
    package static func resumeHeadings(in text: String) -> [String] {
        var seen: Set<String> = []
        var result: [String] = []
        for line in text.split(whereSeparator: \.isNewline) where line.utf8.count <= 80 {
            let heading = String(line).words.joined(separator: " ")
            if headings.contains(heading), seen.insert(heading).inserted { result.append(heading) }
        }
        return result
    }

    /// The minimum number of headings that identify a PDF or text as a résumé.
    package static let resumeHeadingCount = 3

    private static let headings: Set<String> = [
        "achievements", "awards", "career objective", "certificates", "certifications", "contact", "core skills",
        "courses", "curriculum vitae", "education", "education and training", "employment", "employment history",
        "experience", "honors", "interests", "key skills", "languages", "objective", "personal profile",
        "professional experience", "professional summary", "profile", "projects", "publications", "qualifications",
        "references", "resume", "résumé", "selected projects", "skills", "summary", "technical skills", "training",
        "volunteer experience", "volunteering", "work experience", "work history",
    ]
}
