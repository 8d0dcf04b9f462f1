package import FailureModel
package import Values

/// A manifest with the results of its parts, the basis of scores and arrangements.
package struct PortfolioContents: Hashable, Sendable {
    /// The result of a part.
    package enum Part: Hashable, Sendable {
        case analysed(InputAnalysis)
        case failed(Failure)
    }

    /// The content of an input after its file has been read.
    package enum Content: Hashable, Sendable {
        case file(InputAnalysis)
        case link(WebAddress)
        case text(String)
        case failed(Failure)
    }

    package let manifest: PortfolioManifest
    /// One element for each input of the manifest.
    package let contents: [Content]
    /// The cleaned text of texts and PDFs.
    private let texts: [String?]

    /// Joins a manifest with the results of its parts, in part order.
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

    /// Rejects a portfolio with nothing to show.
    ///
    /// - Throws: `no_content` with the first reason if no input can be used.
    package func checkIsUsable() throws(Failure) {
        let failures = contents.indices.compactMap(failure)
        guard failures.count == contents.count else { return }
        throw .noContent(count: failures.count, first: failures.first)
    }

    /// Returns the reason why an input is unusable, or `nil`.
    package func failure(of input: Int) -> Failure? {
        if case .failed(let failure) = contents[input] { failure } else { nil }
    }

    /// Returns the analysis of an input's file; `nil` for links, texts and failed inputs.
    package func analysis(of input: Int) -> InputAnalysis? {
        if case .file(let analysis) = contents[input] { analysis } else { nil }
    }

    /// Returns the type of an input; `nil` if it failed.
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

    /// Returns the text of a text or PDF without control characters; `nil` for anything else.
    package func text(of input: Int) -> String? { texts[input] }

    /// Returns the title given by the person, or else the file's.
    package func title(of input: Int) -> String? {
        manifest.inputs[input].title?.asLine.nonEmpty ?? analysis(of: input)?.title?.asLine.nonEmpty
    }

    /// Returns the creation date given by the person, or else the metadata's.
    package func day(of input: Int) -> CalendarDay? {
        manifest.inputs[input].date.flatMap { CalendarDay($0) } ?? analysis(of: input)?.date.flatMap { CalendarDay($0) }
    }

    /// The reference day for the age of inputs.
    ///
    /// It is the manifest's day, or else that of the newest input.
    package var referenceDay: CalendarDay? {
        manifest.date.flatMap { CalendarDay($0) } ?? manifest.inputs.indices.compactMap(day).max()
    }
}

extension Failure {
    /// Returns the failure of a portfolio without usable inputs.
    ///
    /// - Parameters:
    ///   - count: The number of inputs.
    ///   - first: The failure of the first input; `nil` if there are no inputs.
    /// - Returns: `no_content`.
    package static func noContent(count: Int, first: Failure?) -> Failure {
        guard let first else {
            return Failure(.noContent, "The portfolio has no inputs: no picture, video, PDF, text or link.")
        }
        if count == 1 { return Failure(.noContent, "The only input cannot be used: \(first.message)") }
        return Failure(.noContent, "None of the \(count) inputs can be used. The first: \(first.message)")
    }
}

/// The kind of an input.
package enum ContentType: String, Hashable, Sendable, Codable {
    case picture, video, document, text, link
}
