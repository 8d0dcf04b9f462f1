import Artworks
import FailureModel
import Foundation
import Pipeline
import Storybook
import Families

/// A manifest with the available pictures, and the artworks without one.
struct OrderedBook {
    let book: Storybook
    let omissions: [BookReport.Omission]

    /// Reads the manifest of a document, and finds its pictures among the parts.
    ///
    /// - Throws: `malformed_book`, or `book_empty` if nothing remains to print.
    init(_ context: StageContext) throws {
        let manifest: StorybookManifest
        do {
            manifest = try JSONDecoder().decode(StorybookManifest.self, from: try context.original())
        } catch is DecodingError {
            throw Failure(.malformedBook, "The manifest of the book cannot be read.")
        }
        if let mistake = manifest.options.mistake { throw Failure(.malformedBook, mistake) }
        let parts = Dictionary(context.parts.map { ($0.id, $0) }) { first, _ in first }
        var omissions: [BookReport.Omission] = []
        var artworks: [StorybookArtwork] = []
        for row in manifest.artworks {
            let part = parts[row.picture.document]
            guard let picture = part?.cleaned(as: row.picture) else {
                let isGone = part == nil || part?.document == nil
                omissions.append(
                    BookReport.Omission(artwork: row.id, reason: isGone ? .pictureDeleted : .pictureUnusable))
                continue
            }
            let moment = row.moment.flatMap { parts[$0.document]?.cleaned(as: $0) }
            artworks.append(
                try StorybookArtwork(
                    row, picture: context.picture(picture), moment: moment.map { context.picture($0) }))
        }
        if artworks.isEmpty { throw Failure(.bookEmpty, "The book has no artwork that can be printed.") }
        self.omissions = omissions
        book = Storybook(
            title: manifest.title, names: manifest.names, dedication: manifest.dedication, cover: manifest.cover,
            artworks: artworks, options: manifest.options)
    }
}

extension Part {
    /// Returns the cleaned picture of an upload, or `nil`.
    ///
    /// `nil` if the part failed, was deleted, or is another upload.
    fileprivate func cleaned(as picture: StorybookManifest.Picture) -> Artefact? {
        guard let document, document.kind == ArtworkKind.name, document.state == .ready,
            document.content == picture.content
        else { return nil }
        return artefact(ArtworkKind.ArtefactName.jpeg) ?? artefact(ArtworkKind.ArtefactName.png)
    }
}

extension StageContext {
    /// Returns a picture of a book, read when its page is set.
    fileprivate func picture(_ artefact: Artefact) -> BookPicture {
        BookPicture { [artefacts] () throws(Failure) in
            do {
                return try artefacts.read(artefact.content)
            } catch {
                throw Failure(error)
            }
        }
    }
}

extension StorybookArtwork {
    /// Creates an artwork from its row.
    ///
    /// - Throws: `malformed_book` for an invalid date.
    fileprivate init(
        _ row: StorybookManifest.Artwork, picture: BookPicture, moment: BookPicture?
    ) throws(Failure) {
        func date(_ text: String) throws(Failure) -> BookDate {
            guard let date = BookDate(text) else {
                throw Failure(.malformedBook, "The manifest of the book has a date that does not exist.")
            }
            return date
        }
        var comments: [Comment] = []
        for comment in row.comments ?? [] {
            comments.append(
                Comment(nickname: comment.userNickname, date: try date(comment.createdAt), text: comment.text))
        }
        let counts = (row.reactions ?? []).compactMap { reaction in
            ReactionKind(rawValue: reaction.emojiType).map { ($0, max(0, reaction.count)) }
        }
        self.init(
            id: row.id,
            child: Child(
                name: row.child.name, initial: row.child.initial, color: row.child.color,
                birthDate: row.child.birthDate),
            title: row.title, story: row.story, date: try date(row.createdDate), picture: picture, moment: moment,
            reactions: Dictionary(counts) { first, _ in first }, comments: comments)
    }
}
