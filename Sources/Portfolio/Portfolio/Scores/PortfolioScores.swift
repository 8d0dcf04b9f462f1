/// The scores of a portfolio's inputs, with reasons: `scores.json`, which the stage `score` publishes.
package struct PortfolioScores: Hashable, Sendable, Codable {
    /// The version of the scorer; `nil` before versions were recorded, which is the first.
    package var scorer: PictureQuality.Version?
    /// The category as given.
    package var category: String
    /// The weights of the category, or the mean of all for an unknown one.
    package var weights: CategoryWeights
    /// The day against which the age of inputs was measured; `nil` if unknown.
    package var referenceDay: String?
    /// One element for each input of the manifest, in order.
    package var inputs: [InputScores]

    /// Creates scores.
    package init(
        scorer: PictureQuality.Version? = .second, category: String, weights: CategoryWeights, referenceDay: String?,
        inputs: [InputScores]
    ) {
        self.scorer = scorer
        self.category = category
        self.weights = weights
        self.referenceDay = referenceDay
        self.inputs = inputs
    }
}

/// The scores of an input.
package struct InputScores: Hashable, Sendable, Codable {
    /// The input, from 0.
    package var input: Int
    /// The kind of the input; `nil` if it failed.
    package var type: ContentType?
    /// The code of the failure; `nil` for a usable input.
    package var failure: String?
    /// The basis of the scores.
    package var features: InputFeatures
    /// The five scores; empty for a failed input.
    ///
    /// Their order is relevance, quality, credibility, engagement, freshness.
    package var scores: [Score]
    /// The sum of weight times score, with four decimal places.
    package var final: Double
    /// The role of a text or PDF.
    package var role: ArrangedText.Role?
    package var roleReason: String?
    /// Pictures that look the same.
    package var similar: [Int]
    /// The better picture that looks the same and is shown instead.
    package var duplicateOf: Int?
    package var duplicateReason: String?

    /// A score with its weight and its reason.
    package struct Score: Hashable, Sendable, Codable {
        package enum Name: String, Hashable, Sendable, Codable, CaseIterable {
            case relevance, quality, credibility, engagement, freshness
        }

        package var name: Name
        /// The value from 0 to 1, with four decimal places.
        package var value: Double
        package var weight: Double
        /// The reason as a sentence.
        package var reason: String

        /// Creates a score.
        package init(name: Name, value: Double, weight: Double, reason: String) {
            self.name = name
            self.value = value
            self.weight = weight
            self.reason = reason
        }
    }

    /// Creates the scores of a failed input.
    package init(input: Int, failure: String) {
        self.init(input: input, type: nil, features: InputFeatures(), scores: [])
        self.failure = failure
    }

    /// Creates the scores of an input, with their weighted sum as the final score.
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

    /// Returns the value of a score; 0 for a failed input.
    package func value(_ name: Score.Name) -> Double { scores.first { $0.name == name }?.value ?? 0 }
}

/// The basis of an input's scores; inapplicable or unknown values are `nil`.
package struct InputFeatures: Hashable, Sendable, Codable {
    /// The words of the category found in the input.
    package var words: [String] = []
    /// The platform of a link.
    package var platform: String?
    /// The creation date.
    package var date: String?
    /// The age on the reference day, in days.
    package var age: Int?
    /// The length of its description in characters.
    package var descriptionLength: Int?
    /// The size of a picture or video in pixels.
    package var width: Int?
    package var height: Int?
    /// The length of a video in seconds.
    package var duration: Double?
    /// The pages of a PDF.
    package var pages: Int?
    /// Whether a PDF contains text.
    package var hasText: Bool?
    /// The headings that identify a PDF or text as a résumé.
    package var resumeHeadings: [String]?
    /// The measurements of a picture.
    package var picture: PictureFeatures?
    /// The terms of a picture's quality.
    package var pictureQuality: PictureQuality?
    /// The difference hash of a picture.
    package var differenceHash: String?

    /// Creates empty features.
    package init() {}
}
