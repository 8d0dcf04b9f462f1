public import Foundation
public import Observation
public import ServiceConnection

/// The model of the screen that collects content and makes a portfolio.
@MainActor @Observable public final class NewPortfolioModel {
    /// A file and its upload.
    public struct Upload: Identifiable, Sendable {
        /// The identifier of the row.
        public let id = UUID()
        /// The file.
        public let file: URL
        /// The part that was sent, from 0 to 1.
        public internal(set) var progress = 0.0
        /// The state of the upload.
        public internal(set) var state = LoadingState.loading
        /// The title as it is typed.
        public var title = ""
        /// The uploaded file, once it is there.
        public internal(set) var uploaded: UploadedFile?
    }

    /// The title as it is typed.
    public var title = ""
    /// The subtitle as it is typed.
    public var subtitle = ""
    /// The category.
    public var category = PortfolioRequest.categories[0]
    /// The files, in the order in which they were added.
    public var uploads: [Upload] = []
    /// Links and texts.
    public var others: [PortfolioInput] = []
    /// The portfolio with the outcome of each input, once it was made.
    public private(set) var response: PortfolioResponse?
    /// The state of the request for the portfolio.
    public var state: LoadingState { request.state }

    private let client: PortfolioClient
    private let userID: String
    private let request = ScreenRequest()

    /// Creates a model.
    public init(_ client: PortfolioClient, userID: String) {
        self.client = client
        self.userID = userID
    }

    /// Whether everything that a portfolio needs is there, and no file is still being sent.
    public var canGenerate: Bool {
        let hasTitle = (1...100).contains(title.count) && subtitle.count <= 200
        let hasContent = !others.isEmpty || uploads.contains { $0.uploaded != nil }
        return hasTitle && hasContent && !uploads.contains { $0.state.isLoading } && !state.isLoading
    }

    /// Adds a file and uploads it; several may be sent at the same time.
    public func add(_ file: URL) async {
        let upload = Upload(file: file)
        uploads.append(upload)
        await send(upload.id, file)
    }

    /// Repeats a failed upload.
    public func retry(_ upload: Upload) async {
        guard case .failed = upload.state else { return }
        update(upload.id) {
            $0.state = .loading
            $0.progress = 0
        }
        await send(upload.id, upload.file)
    }

    /// Makes the portfolio.
    public func generate() async {
        guard canGenerate else { return }
        let files = uploads.compactMap { upload in
            upload.uploaded.map { PortfolioInput(.file($0), title: upload.title.isEmpty ? nil : upload.title) }
        }
        let content = PortfolioRequest(
            userID: userID, title: title, subtitle: subtitle, category: category, inputs: files + others)
        await request.run {
            try await client.generate(content)
        } show: {
            response = $0
        }
    }

    private func send(_ id: UUID, _ file: URL) async {
        do {
            let uploaded = try await client.upload(file) { [weak self] sent, total in
                Task { @MainActor in
                    // Reports may be delivered in another order.
                    self?.update(id) { $0.progress = max($0.progress, Double(sent) / Double(max(1, total))) }
                }
            }
            update(id) {
                $0.uploaded = uploaded
                $0.progress = 1
                $0.state = .loaded
            }
        } catch {
            let next = LoadingState.after(error)
            // A cancelled upload leaves no row.
            if let next { update(id) { $0.state = next } } else { uploads.removeAll { $0.id == id } }
        }
    }

    private func update(_ id: UUID, _ change: (inout Upload) -> Void) {
        guard let index = uploads.firstIndex(where: { $0.id == id }) else { return }
        change(&uploads[index])
    }
}
