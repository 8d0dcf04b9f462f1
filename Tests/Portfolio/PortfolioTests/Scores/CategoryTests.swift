import Portfolio
import Testing

@Suite struct CategoryTests {
    @Test("the weights of a category add up to 1", arguments: PortfolioCategory.allCases)
    func sum(_ category: PortfolioCategory) {
        let weights = category.weights
        let sum =
            weights.relevance + weights.quality + weights.credibility + weights.engagement + weights.freshness
        #expect(abs(sum - 1) < 1e-12)
    }

    @Test("another category has the mean of the rows")
    func mean() {
        // relevance   (25 + 30 + 20 + 25 + 25 + 15 + 20 + 25) / 800 = 185 / 800
        // quality     (20 + 25 + 30 + 20 + 35 + 25 + 15 + 15) / 800 = 185 / 800
        // credibility (35 + 20 + 10 + 15 + 10 + 10 + 40 + 35) / 800 = 175 / 800
        // engagement  (10 + 15 + 30 + 30 + 20 + 40 + 5 + 10) / 800 = 160 / 800
        // freshness   (10 · 6 + 20 + 15) / 800 = 95 / 800
        #expect(
            CategoryWeights(of: "Gardening")
                == CategoryWeights(
                    relevance: 0.23125, quality: 0.23125, credibility: 0.21875, engagement: 0.2, freshness: 0.11875))
        #expect(CategoryWeights(of: "") == .mean)
    }

    @Test("a category is known in any case")
    func anyCase() {
        #expect(
            CategoryWeights(of: " design ")
                == CategoryWeights(relevance: 0.25, quality: 0.35, credibility: 0.1, engagement: 0.2, freshness: 0.1))
    }

    @Test(
        "a misspelt category is recognised, and another word is not taken for one",
        arguments: [
            ("Desing", PortfolioCategory.design), ("desgn", .design), ("Bussiness", .business), ("Finanse", .finance),
            ("Design", nil), ("Designs", nil), ("Designer", nil), ("Influencer", nil), ("Teach", nil), ("Regal", nil),
            ("Gardening", nil), ("", nil),
        ])
    func misspelt(_ name: String, _ category: PortfolioCategory?) {
        #expect(PortfolioCategory.misspelt(name) == category)
    }

    @Test("whole words count, once each, in the singular and the plural")
    func words() {
        let words = CategoryWords(of: "Design")
        #expect(words.found(in: ["Logos, a logo and more LOGOS", "typography"]) == ["logo", "typography"])
        #expect(words.found(in: ["logoside catalogo designing"]) == [])
    }

    @Test("a category without a list has the words of its name")
    func otherWords() {
        #expect(CategoryWords(of: "Garden & Landscape of IT").words == ["garden", "landscape"])
        #expect(CategoryWords(of: "Gardening").found(in: ["Gardening for all"]) == ["gardening"])
    }

    @Test("no list has a word twice, or one in the plural beside the singular", arguments: PortfolioCategory.allCases)
    func lists(_ category: PortfolioCategory) {
        let words = CategoryWords(of: category.rawValue).words
        #expect(words.count >= 40)
        #expect(Set(words).count == words.count)
        #expect(words.filter { words.contains($0 + "s") } == [])
        #expect(words.allSatisfy { $0.allSatisfy { $0.isLowercase && $0.isASCII } })
    }
}
