import FailureModel

extension GeneratePortfolioRequest {
    /// An upload that a request names.
    package struct Upload: Hashable, Sendable {
        /// The SHA-256 of the bytes in hexadecimal digits.
        package var content: String
        /// The name that the upload had.
        package var name: String?

        /// Creates an upload.
        package init(content: String, name: String? = nil) {
            self.content = content
            self.name = name
        }
    }

    /// Returns the manifest of the request.
    ///
    /// An upload that is not known and an address that is not one of http or https become failed inputs. Uploads of the
    /// same bytes are one part.
    ///
    /// - Parameters:
    ///   - language: The language of the texts, as in BCP 47.
    ///   - date: The day at which the age of inputs is measured, as `2026-01-31`.
    ///   - uploads: Returns the upload of a content ID, or nil if it is not known.
    /// - Returns: The manifest, whose inputs are those of the request in its order.
    package func manifest(
        language: String = "en", date: String? = nil, uploads: (String) -> Upload?
    ) -> PortfolioManifest {
        var parts = PartNumbers()
        let inputs = inputs.map { input in
            var result = PortfolioManifest.Input(
                .text(input.text?.asText ?? ""), title: input.title?.asLine.nonEmpty,
                description: input.description?.asText.nonEmpty)
            switch input.type {
            case .text: break
            case .url:
                switch WebAddress.checked(input.url ?? "") {
                case .success(let address): result.source = .link(address.text)
                case .failure(let failure):
                    result.source = .failed(code: failure.code.rawValue, message: failure.message)
                }
            case .file:
                if let upload = input.filePath.flatMap(UploadResponse.contentID).flatMap(uploads) {
                    result.source = .file(part: parts.number(of: upload.content), content: upload.content)
                    result.name = upload.name?.asLine.nonEmpty
                } else {
                    let failure = Failure(.contentUnknown, "The upload has expired, or never existed.")
                    result.source = .failed(code: failure.code.rawValue, message: failure.message)
                }
            }
            return result
        }
        return PortfolioManifest(
            title: title.asLine, subtitle: subtitle.asLine, category: category.asLine, user: userID,
            language: language, date: date, inputs: inputs)
    }
}

/// Numbers the parts of a document by their bytes: the same bytes are one part, in the order in which they come.
struct PartNumbers {
    private var numbers: [String: Int] = [:]
    /// The number of parts.
    var count: Int { numbers.count }

    /// Returns the number of the part with these bytes.
    mutating func number(of content: String) -> Int {
        if let number = numbers[content] { return number }
        let number = numbers.count
        numbers[content] = number
        return number
    }
}

extension PortfolioManifest {
    /// The SHA-256 of the bytes of each part, in the order of the parts.
    package var parts: [String] {
        var result: [Int: String] = [:]
        for case .file(let part, let content) in inputs.map(\.source) { result[part] = content }
        return (0..<result.count).compactMap { result[$0] }
    }
}
