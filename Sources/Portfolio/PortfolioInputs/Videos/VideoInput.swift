import FailureModel
import FormImport
import Foundation
import Pipeline
import Portfolio
import Vips

/// Analyses a video.
struct VideoInput {
    /// The code of a video with only its poster shown.
    static let posterOnly = "poster_only"
    private static let pieceSize = 4 << 20

    private let file: VideoFile
    private let container: VideoContainer
    private let tools: VideoTools

    /// Creates an analysis of a file.
    init(_ file: VideoFile, _ container: VideoContainer, _ tools: VideoTools) {
        self.file = file
        self.container = container
        self.tools = tools
    }

    /// Returns the facts about the video, and stores its stream and poster renditions.
    func analysis(_ output: AnalysisOutput) throws -> InputAnalysis {
        let tick = { try output.progressed() }
        let probe = try VideoProbe(file, container, tools, tick: tick)
        do {
            let poster = VideoPoster(file: file, container: container, probe: probe, tools: tools)
            guard let picture = try poster.best(tick: tick) else {
                throw Failure(.damagedDocument, "No picture of the video can be decoded.")
            }
            let made = try PictureRenditions(picture, isSubsampled: true)
            var renditions = try made.put(output)
            let stream = VideoStream(file: file, container: container, probe: probe, tools: tools)
            let video = try stream.made(tick: tick)
            if let video {
                renditions.append(try put(video.path, width: video.width, height: video.height, output))
            }
            let (width, height) = probe.played
            return InputAnalysis(
                type: .video, mediaType: container.mediaType, title: probe.title, date: probe.date,
                picture: try made.facts(width: width, height: height),
                video: VideoFacts(width: width, height: height, duration: probe.duration), renditions: renditions,
                warnings: video == nil ? [Self.posterOnly] : [])
        } catch let error as VipsError {
            throw Failure(error, limits: PictureInput.limits)
        }
    }

    private func put(_ path: String, width: Int, height: Int, _ output: AnalysisOutput) throws -> Rendition {
        let handle = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
        defer { try? handle.close() }
        var marks = EncoderMarks()
        var isOver = false
        let name = PortfolioInputKind.ArtefactName.stream
        try output.put(name, VideoContainer.mp4.mediaType) {
            while !isOver {
                let piece = try handle.read(upToCount: Self.pieceSize) ?? Data()
                isOver = piece.isEmpty
                let cleaned = isOver ? marks.end() : marks.cleaned(piece)
                if !cleaned.isEmpty { return cleaned }
            }
            return Data()
        }
        let byteCount = Int(output.artefacts.last?.byteCount ?? 0)
        return Rendition(
            name: name, quality: .stream, mediaType: VideoContainer.mp4.mediaType, width: width, height: height,
            byteCount: byteCount)
    }
}
