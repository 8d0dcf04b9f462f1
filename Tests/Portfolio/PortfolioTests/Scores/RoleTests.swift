import Portfolio
import Testing

@Suite struct RoleTests {
    private func role(_ text: String, title: String? = nil, language: String = "en") -> ArrangedText.Role {
        TextRoles.role(ofText: text, title: title, language: language).role
    }

    @Test("titles say what a text is")
    func titles() {
        #expect(role("x", title: "About me") == .bio)
        #expect(role("x", title: "Bio") == .bio)
        #expect(role("x", title: "Testimonial of a client") == .testimonial)
        #expect(role("I like how I was heard, and my wishes were mine.", title: "Review") == .testimonial)
        #expect(role("x", title: "Our approach") == .method)
        #expect(role("x", title: "Biology") == .general)
        #expect(role("x", title: "Roundabout") == .general)
    }

    @Test("more than three words in the first person make a text about the person")
    func firstPerson() {
        #expect(role("I paint. My work is mine, says my dog.") == .bio)  // I, My, mine, my
        #expect(role("I paint. My work is mine.") == .intro)
        #expect(role("I'm a painter, and I've a dog. I'd say I'll stay.") == .bio)
    }

    @Test("a greeting, or a short text in the first person, is an introduction")
    func intro() {
        #expect(role("Hello! Chairs are made here.") == .intro)
        #expect(role("Chairs by my hands.") == .intro)
        #expect(role("Chairs.") == .general)
        // 500 characters are not short: 480 + 20
        let long = String(repeating: "chairs, ", count: 60) + "and they are my work"
        #expect(long.count == 500)
        #expect(role(long) == .general)
        #expect(role(String(long.dropFirst())) == .intro)
    }

    @Test("words of other languages are not taken for English")
    func languages() {
        #expect(role("Hey, me my mine me", language: "sv") == .general)
        #expect(role("Hey, me my mine me", language: "en-GB") == .bio)
        #expect(role("i me i mie amici e i libri", language: "en") == .intro)
    }

    @Test("a PDF with three headings of a résumé is one")
    func resume() {
        let text = "ADA LOVELACE\nEXPERIENCE\n1843 Notes\nEducation:\nat home\n  Skills  \nmathematics\n"
        #expect(TextRoles.resumeHeadings(in: text) == ["experience", "education", "skills"])
        let two = "Experience\nExperience\nmy education was long\nSkills"
        #expect(TextRoles.resumeHeadings(in: two) == ["experience", "skills"])
        let scores = Sample.contents([
            .file("cv.pdf", Sample.document(pages: 2, text: text)),
            .file("no.pdf", Sample.document(pages: 2, text: two)),
        ]).scores.inputs
        #expect(scores.map(\.role) == [.resume, nil])
    }

    @Test("the name of a file counts as a title, and a text in a work has no role but that")
    func names() {
        let scores = Sample.contents([
            .file("about.md", Sample.text("x")), .file("03 Chairs/about.md", Sample.text("x"), work: "03 Chairs"),
            .text("x", title: "My process"),
        ]).scores.inputs
        #expect(scores.map(\.role) == [.bio, .general, .method])
    }
}
