import FailureModel

extension GeneratePortfolioRequest {
    /// An upload named in a request.
    package struct Upload: Hashable, Sendable {
        /// The SHA-256 of the bytes in hexadecimal digits.
        package var content: String
        /// The name of the uploaded file.
        package var name: String?

        /// Creates an upload.
        package init(content: String, name: String? = nil) {
            self.content = content
            self.name = name
        }
    }

    /// Returns the manifest of the request.
    ///
    /// An unknown upload and a malformed address become failed inputs. Uploads with equal bytes share one part.
    ///
    /// - Parameters:
    ///   - language: The language of the texts as a BCP 47 tag.
    ///   - date: The reference day for the age of inputs, as `2026-01-31`.
    ///   - uploads: Returns the upload with a content ID, or `nil` if unknown.
    /// - Returns: The manifest with the inputs of the request in its order.
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

/// Assigns part numbers by content, so that equal bytes share one part.
///
/// Numbers follow the order of first occurrence.
struct PartNumbers {
    private var numbers: [String: Int] = [:]
    /// The number of parts.
    var count: Int { numbers.count }

    /// Returns the part number of the bytes with a digest.
    mutating func number(of content: String) -> Int {
        if let number = numbers[content] { return number }
        let number = numbers.count
        numbers[content] = number
        return number
    }
}

extension PortfolioManifest {
    /// The SHA-256 of each part, in part order.
    package var parts: [String] {
        var result: [Int: String] = [:]
        for case .file(let part, let content) in inputs.map(\.source) { result[part] = content }
        return (0..<result.count).compactMap { result[$0] }
    }
}
