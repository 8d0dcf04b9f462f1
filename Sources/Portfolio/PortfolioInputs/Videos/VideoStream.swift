import FailureModel
import Foundation
import Portfolio

/// Makes the streamable video: H.264 or HEVC with AAC, without metadata.
///
/// Playback can start before the file is complete.
struct VideoStream {
    /// The maximum longer and shorter sides of a transcoded video in pixels.
    private static let sides = (longer: 1_920, shorter: 1_080)
    /// The maximum transcoding time as a multiple of the duration, and the default duration.
    private static let transcodingFactor = 5.0
    private static let unknownLength = 30.0

    let file: VideoFile
    let container: VideoContainer
    let probe: VideoProbe
    let tools: VideoTools

    /// Makes the video.
    ///
    /// - Parameter tick: Called a few times per second.
    /// - Throws: `Failure`: `tool_missing`, or errors of `tick`.
    /// - Returns: The path of the file and its displayed size; `nil` if none could be made in time.
    func made(tick: () throws -> Void) throws -> (path: String, width: Int, height: Int)? {
        let path = file.folder.file("stream.mp4")
        if probe.isPlayable {
            let ending = try tools.run("ffmpeg", remuxing(to: path), timeLimit: VideoTools.shortTime, tick: tick)
            if ending == .done { return (path, probe.played.width, probe.played.height) }
        }
        let seconds = max(1, (probe.duration ?? Self.unknownLength) * Self.transcodingFactor)
        let limit = min(.seconds(seconds), VideoTools.longestTranscoding)
        let (width, height) = transcodedSize
        let ending = try tools.run(
            "ffmpeg", transcoding(to: path, width: width, height: height), timeLimit: limit, tick: tick)
        return ending == .done ? (path, width, height) : nil
    }

    private var tracks: [String] {
        var tracks = ["-map", "0:\(probe.videoTrack)"]
        if let sound = probe.soundTrack { tracks += ["-map", "0:\(sound)"] }
        return tracks + ["-dn", "-sn"]
    }

    /// Returns the options that remove all metadata.
    ///
    /// These are tags, chapters, marks of the programs, and messages in the video (SEI) that describe the encoder.
    private func bare(_ codec: String) -> [String] {
        [
            "-map_metadata", "-1", "-map_metadata:s:v", "-1", "-map_chapters", "-1", "-fflags", "+bitexact",
            "-flags:v", "+bitexact", "-flags:a", "+bitexact",
            "-bsf:v", codec == "hevc" ? "filter_units=remove_types=39-40" : "filter_units=remove_types=6",
            "-movflags", "+faststart", "-f", "mp4", "-y",
        ]
    }

    private func remuxing(to path: String) -> [String] {
        ["-nostdin"] + VideoTools.reading(file.path, as: container) + tracks + ["-c", "copy"]
            + (probe.videoCodec == "hevc" ? ["-tag:v", "hvc1"] : []) + bare(probe.videoCodec) + ["file:" + path]
    }

    /// Returns the options for transcoding.
    ///
    /// A single thread makes the output reproducible.
    private func transcoding(to path: String, width: Int, height: Int) -> [String] {
        ["-nostdin", "-threads", "1"] + VideoTools.reading(file.path, as: container) + tracks
            + [
                "-vf", "scale=\(width):\(height):flags=bicubic+bitexact+accurate_rnd,setsar=1", "-pix_fmt", "yuv420p",
                "-c:v", "libx264", "-preset", "veryfast", "-crf", "23", "-threads", "1", "-filter_threads", "1",
                "-fps_mode", "vfr", "-c:a", "aac", "-b:a", "128k", "-ac", "2",
            ] + bare("h264") + ["file:" + path]
    }

    /// The displayed size in even numbers, at most 1080p.
    private var transcodedSize: (width: Int, height: Int) {
        let (width, height) = probe.played
        let scale = min(
            1, Double(Self.sides.longer) / Double(max(width, height)),
            Double(Self.sides.shorter) / Double(min(width, height)))
        func even(_ side: Int) -> Int { max(2, Int((Double(side) * scale / 2).rounded()) * 2) }
        return (even(width), even(height))
    }
}
