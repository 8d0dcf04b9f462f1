import Foundation
import Portfolio
import Vips

/// Chooses the poster frame of a video.
struct VideoPoster {
    /// The positions of candidate frames, as shares of the duration.
    private static let places = [0.1, 0.3, 0.5, 0.7, 0.9]
    /// The time limit for the first frame, after which no other frame is tried.
    private static let patience = VideoTools.shortTime

    let file: VideoFile
    let container: VideoContainer
    let probe: VideoProbe
    let tools: VideoTools

    /// Returns the best candidate frame, limited to the largest rendition, or `nil`.
    ///
    /// `nil` if no frame can be decoded.
    func best(tick: () throws -> Void) throws -> RasterPicture? {
        var best: (picture: RasterPicture, merit: Double)?
        let deadline = ContinuousClock.now + Self.patience
        let times = probe.duration.map { duration in Self.places.map { $0 * duration } } ?? []
        // The first frame serves videos of unknown duration, or with unreachable frames.
        for (number, time) in (times + [0]).enumerated() where number < times.count || best == nil {
            // A video that is slow to decode for one frame is slow for all.
            guard ContinuousClock.now < deadline else { break }
            guard let picture = try frame(at: time, tick: tick) else { continue }
            let features = PixelMeasures(PixelGrid(try picture.shrunk(longerSide: PixelMeasures.side))).features
            let merit = Self.merit(features)
            if merit > best?.merit ?? -1 { best = (picture, merit) }
        }
        return best?.picture
    }

    /// Returns a merit from sharpness and exposure, as in the scores of pictures.
    static func merit(_ features: PictureFeatures) -> Double {
        func bounded(_ value: Double) -> Double { max(0, min(1, value)) }
        let sharpness = bounded((log10(1 + features.sharpness) - 1.5) / 2)
        let exposure =
            bounded(1 - max(0, abs(features.mean / 255 - 0.43) - 0.12) / 0.35)
            * bounded(1 - max(0, features.clipped - 0.02) / 0.35)
        return 0.3 * sharpness + 0.25 * exposure
    }

    private func frame(at time: Double, tick: () throws -> Void) throws -> RasterPicture? {
        let path = file.folder.file("frame.png")
        try? FileManager.default.removeItem(atPath: path)
        let seek = String(format: "%.3f", locale: Locale(identifier: "en_US_POSIX"), time)
        let ending = try tools.run(
            "ffmpeg",
            ["-nostdin", "-threads", "1", "-ss", seek] + VideoTools.reading(file.path, as: container)
                + [
                    "-map", "0:\(probe.videoTrack)", "-an", "-sn", "-dn", "-frames:v", "1", "-map_metadata", "-1",
                    "-vf",
                    "scale=in_range=auto:out_range=full:flags=bicubic+bitexact+accurate_rnd+full_chroma_int,setsar=1",
                    "-pix_fmt", "rgb24", "-c:v", "png", "-threads", "1", "-f", "image2", "-update", "1", "-y",
                    "file:" + path,
                ], timeLimit: VideoTools.shortTime, tick: tick)
        guard ending == .done, let bytes = try? Data(contentsOf: URL(fileURLWithPath: path)), !bytes.isEmpty else {
            return nil
        }
        do throws(VipsError) {
            return try SourcePicture(bytes, limits: PictureInput.limits)
                .raster(longerSide: PictureRenditions.sides[0].side).flattened()
        } catch {
            guard error != .outOfMemory, error != .libraryMissing else { throw error }
            return nil
        }
    }
}
