public import Foundation
public import Observation
public import ServiceConnection

/// The model of the screen that adds an artwork.
@MainActor @Observable public final class UploadModel {
    /// The children of the family, to choose from.
    public private(set) var children: [Child] = []
    /// The child who made the artwork.
    public var child: Child?
    /// The file with the picture.
    public var picture: URL?
    /// The file with a photo of the moment.
    public var momentPhoto: URL?
    /// The story as it is typed.
    public var story = ""
    /// The title as it is typed; the beginning of the story if it is empty.
    public var title = ""
    /// The day on which the artwork was made.
    public var createdDate = Date()
    /// The part of the pictures that was sent, from 0 to 1.
    public private(set) var progress = 0.0
    /// The artwork, once it was added.
    public private(set) var artwork: Artwork?
    /// The state of the request for the children.
    public var state: LoadingState { request.state }
    /// The state of the upload.
    public private(set) var sending = LoadingState.idle

    private let client: FamiliesClient
    private let family: UUID
    private let request = ScreenRequest()

    /// Creates a model.
    public init(_ client: FamiliesClient, family: UUID) {
        self.client = client
        self.family = family
    }

    /// The length of the story as the service counts it.
    public var storyLength: Int { StoryRules.length(of: story) }

    /// Whether everything that an artwork needs is there.
    public var canUpload: Bool {
        picture != nil && child != nil && StoryRules.storyLengths.contains(storyLength) && !sending.isLoading
    }

    /// Loads the children; an only child is chosen.
    public func load() async {
        await request.run {
            try await client.children(of: family)
        } show: {
            children = $0
            if $0.count == 1 { child = $0.first }
        }
    }

    /// Uploads the pictures and adds the artwork.
    ///
    /// What was typed stays if it fails. Pictures that were uploaded in vain are removed.
    public func upload() async {
        guard canUpload, let picture, let child else { return }
        sending = .loading
        progress = 0
        let files = [picture] + (momentPhoto.map { [$0] } ?? [])
        let title = StoryRules.trimmed(title)
        var names: [String] = []
        do {
            for (index, file) in files.enumerated() {
                let name = try await client.upload(file, to: family) { [weak self] sent, total in
                    let part = (Double(index) + Double(sent) / Double(max(1, total))) / Double(files.count)
                    Task { @MainActor in self?.advance(to: part) }
                }
                names.append(name)
            }
            artwork = try await client.add(
                NewArtwork(
                    childID: child.id, picture: names[0], momentPhoto: names.count > 1 ? names[1] : nil, story: story,
                    title: title.isEmpty ? nil : title, createdDate: CalendarDay(createdDate)))
            progress = 1
            sending = .loaded
        } catch {
            sending = LoadingState.after(error) ?? .idle
            progress = 0
            // Not cancelled with the upload.
            Task { [client, names] in
                for name in names { try? await client.removePicture(name) }
            }
        }
    }

    /// Empties the form for the next artwork.
    public func reset() {
        (picture, momentPhoto, artwork) = (nil, nil, nil)
        (story, title) = ("", "")
        createdDate = Date()
        progress = 0
        sending = .idle
    }

    private func advance(to part: Double) {
        // Reports may be delivered in another order.
        if sending.isLoading { progress = max(progress, part) }
    }
}
