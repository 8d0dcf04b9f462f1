package import FailureModel
package import Values

/// A manifest with what became of its parts: what scores and arrangements are made from.
package struct PortfolioContents: Hashable, Sendable {
    /// What became of a part.
    package enum Part: Hashable, Sendable {
        case analysed(InputAnalysis)
        case failed(Failure)
    }

    /// What an input is, once its file has been read.
    package enum Content: Hashable, Sendable {
        case file(InputAnalysis)
        case link(WebAddress)
        case text(String)
        case failed(Failure)
    }

    package let manifest: PortfolioManifest
    /// One for each input of the manifest.
    package let contents: [Content]
    /// The words of texts and PDFs, cleaned once.
    private let texts: [String?]

    /// Joins a manifest with the results of its parts, in the order of the parts.
    package init(_ manifest: PortfolioManifest, parts: [Part]) {
        self.manifest = manifest
        contents = manifest.inputs.map { input in
            switch input.source {
            case .failed(let code, let message): return .failed(Failure(ErrorCode(code), message))
            case .text(let text): return .text(text)
            case .link(let text):
                switch WebAddress.checked(text) {
                case .success(let address): return .link(address)
                case .failure(let failure): return .failed(failure)
                }
            case .file(let part, _):
                guard parts.indices.contains(part) else {
                    return .failed(Failure(.contentUnknown, "The file has expired, or never existed."))
                }
                switch parts[part] {
                case .analysed(let analysis): return .file(analysis)
                case .failed(let failure): return .failed(failure)
                }
            }
        }
        texts = contents.map { content in
            switch content {
            case .text(let text): text.asText
            case .file(let analysis): analysis.text?.asText ?? (analysis.type == .text ? "" : nil)
            case .link, .failed: nil
            }
        }
    }

    /// Refuses a portfolio of which nothing can be shown.
    ///
    /// - Throws: `no_content` with the first reason if no input can be used.
    package func checkIsUsable() throws(Failure) {
        let failures = contents.indices.compactMap(failure)
        guard failures.count == contents.count else { return }
        throw .noContent(count: failures.count, first: failures.first)
    }

    /// Why an input cannot be used; nil for one that can.
    package func failure(of input: Int) -> Failure? {
        if case .failed(let failure) = contents[input] { failure } else { nil }
    }

    /// What is known about an input's file; nil for links, texts and inputs that failed.
    package func analysis(of input: Int) -> InputAnalysis? {
        if case .file(let analysis) = contents[input] { analysis } else { nil }
    }

    /// What an input is; nil for one that failed.
    package func type(of input: Int) -> ContentType? {
        switch contents[input] {
        case .failed: nil
        case .link: .link
        case .text: .text
        case .file(let analysis):
            switch analysis.type {
            case .picture: .picture
            case .video: .video
            case .document: .document
            case .text: .text
            }
        }
    }

    /// The words of a text or PDF, cleaned of control characters; nil for anything else.
    package func text(of input: Int) -> String? { texts[input] }

    /// The title that the person gave, or else the file's own.
    package func title(of input: Int) -> String? {
        manifest.inputs[input].title?.asLine.nonEmpty ?? analysis(of: input)?.title?.asLine.nonEmpty
    }

    /// The day on which an input was made: as the person said, or else as its metadata say.
    package func day(of input: Int) -> CalendarDay? {
        manifest.inputs[input].date.flatMap { CalendarDay($0) } ?? analysis(of: input)?.date.flatMap { CalendarDay($0) }
    }

    /// The day at which the age of inputs is measured: the manifest's, or else that of the newest input.
    package var referenceDay: CalendarDay? {
        manifest.date.flatMap { CalendarDay($0) } ?? manifest.inputs.indices.compactMap(day).max()
    }
}

extension Failure {
    /// The failure of a portfolio without an input that can be used.
    ///
    /// - Parameters:
    ///   - count: The number of inputs.
    ///   - first: Why the first of them cannot be used; nil if there are no inputs.
    /// - Returns: `no_content`.
    package static func noContent(count: Int, first: Failure?) -> Failure {
        guard let first else {
            return Failure(.noContent, "The portfolio has no inputs: no picture, video, PDF, text or link.")
        }
        if count == 1 { return Failure(.noContent, "The only input cannot be used: \(first.message)") }
        return Failure(.noContent, "None of the \(count) inputs can be used. The first: \(first.message)")
    }
}

/// What an input is to a portfolio.
package enum ContentType: String, Hashable, Sendable, Codable {
    case picture, video, document, text, link
}
