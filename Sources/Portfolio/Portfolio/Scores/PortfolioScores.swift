/// How the inputs of a portfolio were judged, and why: `scores.json`, which the stage `score` publishes.
package struct PortfolioScores: Hashable, Sendable, Codable {
    /// The category as it was given.
    package var category: String
    /// The weights of the category, or the mean of all for one without weights.
    package var weights: CategoryWeights
    /// The day at which the age of inputs was measured; nil if no day is known.
    package var referenceDay: String?
    /// One for each input of the manifest, in its order.
    package var inputs: [InputScores]

    /// Creates scores.
    package init(category: String, weights: CategoryWeights, referenceDay: String?, inputs: [InputScores]) {
        self.category = category
        self.weights = weights
        self.referenceDay = referenceDay
        self.inputs = inputs
    }
}

/// How an input was judged.
package struct InputScores: Hashable, Sendable, Codable {
    /// The input, from 0.
    package var input: Int
    /// What it is; nil for one that failed.
    package var type: ContentType?
    /// The code of the failure; nil for an input that can be used.
    package var failure: String?
    /// What the scores were computed from.
    package var features: InputFeatures
    /// The five scores in the order relevance, quality, credibility, engagement, freshness; none for a failed input.
    package var scores: [Score]
    /// The sum of weight times score, with four decimal places.
    package var final: Double
    /// What a text or a PDF is.
    package var role: ArrangedText.Role?
    package var roleReason: String?
    /// The pictures that look the same.
    package var similar: [Int]
    /// The better picture that looks the same, and that is shown in its place.
    package var duplicateOf: Int?
    package var duplicateReason: String?

    /// A score with its weight and its reason.
    package struct Score: Hashable, Sendable, Codable {
        package enum Name: String, Hashable, Sendable, Codable, CaseIterable {
            case relevance, quality, credibility, engagement, freshness
        }

        package var name: Name
        /// Between 0 and 1, with four decimal places.
        package var value: Double
        package var weight: Double
        /// A sentence.
        package var reason: String

        /// Creates a score.
        package init(name: Name, value: Double, weight: Double, reason: String) {
            self.name = name
            self.value = value
            self.weight = weight
            self.reason = reason
        }
    }

    /// Creates the scores of an input that failed.
    package init(input: Int, failure: String) {
        self.init(input: input, type: nil, features: InputFeatures(), scores: [])
        self.failure = failure
    }

    /// Creates the scores of an input; the final score is their weighted sum.
    package init(
        input: Int, type: ContentType?, features: InputFeatures, scores: [Score], role: ArrangedText.Role? = nil,
        roleReason: String? = nil
    ) {
        self.input = input
        self.type = type
        self.features = features
        self.scores = scores
        final = scores.reduce(0) { $0 + $1.weight * $1.value }.rounded(toPlaces: 4)
        self.role = role
        self.roleReason = roleReason
        similar = []
    }

    /// The value of a score; 0 for a failed input.
    package func value(_ name: Score.Name) -> Double { scores.first { $0.name == name }?.value ?? 0 }
}

/// What the scores of an input were computed from; what is nil does not apply to it or is not known.
package struct InputFeatures: Hashable, Sendable, Codable {
    /// The words of the category that the input has.
    package var words: [String] = []
    /// The platform of a link.
    package var platform: String?
    /// The day on which it was made.
    package var date: String?
    /// The age at the reference day, in days.
    package var age: Int?
    /// The characters of what was written about it.
    package var descriptionLength: Int?
    /// The size of a picture or video in pixels.
    package var width: Int?
    package var height: Int?
    /// The length of a video in seconds.
    package var duration: Double?
    /// The pages of a PDF.
    package var pages: Int?
    /// Whether a PDF has words.
    package var hasText: Bool?
    /// The headings that make a PDF a résumé.
    package var resumeHeadings: [String]?
    /// What was measured on a picture.
    package var picture: PictureFeatures?
    /// The terms of a picture's quality.
    package var pictureQuality: PictureQuality?
    /// The difference hash of a picture.
    package var differenceHash: String?

    /// Creates features of which nothing is known.
    package init() {}
}
