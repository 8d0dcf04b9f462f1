import FailureModel
import FormImport
import Foundation
import Portfolio

/// The facts about a video from `ffprobe`.
struct VideoProbe: Hashable, Sendable {
    /// The index of the first video track.
    var videoTrack: Int
    /// The index of the first audio track.
    var soundTrack: Int?
    var videoCodec: String
    var pixelFormat: String
    var soundCodec: String?
    /// The stored size.
    var width: Int
    var height: Int
    /// Whether it is displayed rotated by a quarter turn.
    var isTurned: Bool
    /// The length in seconds.
    var duration: Double?
    var title: String?
    var date: String?

    /// The maximum longer side of a video in pixels, and the maximum number of pixels.
    private static let side = 16_384
    private static let pixels = 64_000_000
    /// The maximum size of the output in bytes.
    private static let answerLimit = 1 << 20
    /// The maximum plausible duration in seconds.
    private static let longest = 7 * 24 * 3_600.0

    /// Whether browsers and phones can play the tracks without transcoding.
    var isPlayable: Bool {
        let formats = ["h264": ["yuv420p", "yuvj420p"], "hevc": ["yuv420p", "yuvj420p", "yuv420p10le"]]
        return formats[videoCodec]?.contains(pixelFormat) == true && [nil, "aac"].contains(soundCodec)
    }

    /// The displayed size.
    var played: (width: Int, height: Int) { isTurned ? (height, width) : (width, height) }

    /// Probes a video.
    ///
    /// - Throws: `Failure`: `damaged_document`, `unsupported_type`, `picture_too_large`, `tool_missing`.
    init(_ file: VideoFile, _ container: VideoContainer, _ tools: VideoTools, tick: () throws -> Void) throws {
        let answer = file.folder.file("probe.json")
        let entries =
            "format=duration:format_tags=title,creation_time:stream=index,codec_type,codec_name,pix_fmt,width,height,"
            + "duration:stream_disposition=attached_pic:stream_side_data=rotation"
        let ending = try tools.run(
            "ffprobe",
            ["-print_format", "json", "-show_entries", entries]
                + VideoTools.reading(file.path, as: container), timeLimit: VideoTools.shortTime, output: answer,
            tick: tick)
        let handle = try FileHandle(forReadingFrom: URL(fileURLWithPath: answer))
        defer { try? handle.close() }
        let bytes = try handle.read(upToCount: Self.answerLimit) ?? Data()
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        guard ending == .done, let found = try? decoder.decode(Answer.self, from: bytes) else {
            throw Self.damaged
        }
        try self.init(found)
    }

    private static let damaged = Failure(.damagedDocument, "The video is truncated or damaged.")

    private init(_ answer: Answer) throws(Failure) {
        let streams = answer.streams ?? []
        guard let video = streams.first(where: { $0.codecType == "video" && $0.disposition?.attachedPic != 1 }),
            let width = video.width, let height = video.height, width > 0, height > 0
        else { throw Failure(.unsupportedType, "The file has no video track.") }
        guard max(width, height) <= Self.side, width * height <= Self.pixels else {
            throw Failure(.pictureTooLarge, "The video has \(width) x \(height) pixels.")
        }
        let sound = streams.first { $0.codecType == "audio" }
        let turn = video.sideDataList?.compactMap(\.rotation).first ?? 0
        (videoTrack, soundTrack) = (video.index, sound?.index)
        (videoCodec, pixelFormat) = (video.codecName ?? "", video.pixFmt ?? "")
        soundCodec = sound.map { $0.codecName ?? "" }
        (self.width, self.height) = (width, height)
        isTurned = turn.isFinite && Int(turn.rounded().truncatingRemainder(dividingBy: 180)).magnitude == 90
        duration = (answer.format?.duration ?? video.duration).flatMap(Double.init).flatMap {
            $0.isFinite && $0 > 0 && $0 < Self.longest ? PixelMeasures.rounded($0) : nil
        }
        title = BoundedText.line(answer.format?.tags?.title, PortfolioLimits.title)
        date = BoundedText.day(answer.format?.tags?.creationTime)
    }

    /// The output of `ffprobe`.
    private struct Answer: Decodable {
        struct Stream: Decodable {
            struct Disposition: Decodable { var attachedPic: Int? }
            struct SideData: Decodable { var rotation: Double? }
            var index: Int
            var codecType: String?
            var codecName: String?
            var pixFmt: String?
            var width: Int?
            var height: Int?
            var duration: String?
            var disposition: Disposition?
            var sideDataList: [SideData]?
        }
        struct Format: Decodable {
            struct Tags: Decodable {
                var title: String?
                var creationTime: String?
            }
            var duration: String?
            var tags: Tags?
        }
        var streams: [Stream]?
        var format: Format?
    }
}
