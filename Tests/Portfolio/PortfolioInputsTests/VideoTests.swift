import ProcessTestSupport
import FailureModel
import FormImport
import Foundation
import Pipeline
import Portfolio
import TestSupport
import TestTraits
import Testing

import PortfolioInputs

@Suite("Videos of portfolios", .blocking, .serialized, .timeLimit(.minutes(30))) struct VideoTests {
    private static let secret = "+48.8577+002.295/"
    private static let owner = "SecretOwner4711"

    /// Runs FFmpeg to make a video of two seconds.
    private func video(_ arguments: [String], _ name: String, input: [String]? = nil) throws -> Data {
        let folder = try TemporaryFolder()
        let file = folder.file(name)
        let process = ChildProcess()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/ffmpeg")
        process.arguments =
            ["-nostdin", "-v", "error", "-y"]
            + (input ?? ["-f", "lavfi", "-i", "testsrc=size=192x108:rate=10:duration=2"]) + arguments + [file.path]
        try process.run()
        process.waitUntilExit()
        return try Data(contentsOf: file)
    }

    private static let sound = [
        "-f", "lavfi", "-i", "testsrc=size=192x108:rate=10:duration=2", "-f", "lavfi", "-i", "sine=duration=2",
    ]

    private func tags() -> [String] {
        [
            "-metadata", "location=\(Self.secret)", "-metadata", "title=Reel", "-metadata", "artist=\(Self.owner)",
            "-metadata", "com.apple.quicktime.make=\(Self.owner)", "-metadata", "creation_time=2025-05-06T07:08:09Z",
            "-metadata:s:v", "handler_name=\(Self.owner)", "-metadata:s:a", "title=\(Self.owner)",
            "-movflags", "use_metadata_tags",
        ]
    }

    /// What ffprobe says about a stream.
    private func probe(_ data: Data, _ entries: String) throws -> String {
        let folder = try TemporaryFolder()
        let (file, output) = (try folder.write(data, "stream.mp4"), Pipe())
        let process = ChildProcess()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/ffprobe")
        process.arguments = ["-v", "error", "-show_entries", entries, "-of", "csv=p=0", file.path]
        process.setStandardOutput(output)
        try process.run()
        let answer = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return String(decoding: answer, as: UTF8.self)
    }

    /// Whether the index of a video comes before its pictures.
    private func startsFast(_ data: Data) -> Bool {
        guard let index = data.range(of: Data("moov".utf8)), let body = data.range(of: Data("mdat".utf8)) else {
            return false
        }
        return index.lowerBound < body.lowerBound
    }

    private func expectNothingPrivate(_ analysed: Analysed) {
        for word in [Self.secret, Self.owner, "Lavf", "Lavc", "x264", "x265", "©xyz", "loci", "handler_name", "gpmd"] {
            #expect(analysed.files(with: word).isEmpty, "\(word)")
        }
    }

    @Test("H.264 with AAC is kept as it is, without metadata and other tracks; the poster is a picture")
    func remuxed() async throws {
        let upload = try video(
            ["-map", "0:v", "-map", "1:a", "-map", "1:a", "-c:v", "libx264", "-pix_fmt", "yuv420p", "-c:a", "aac"]
                + tags(), "a.mp4", input: Self.sound)
        #expect(upload.range(of: Data(Self.secret.utf8)) != nil && upload.range(of: Data("x264".utf8)) != nil)
        let analysed = try await Analysed(upload)
        let analysis = try analysed.analysis()
        #expect(analysis.type == .video && analysis.mediaType == "video/mp4" && analysis.warnings.isEmpty)
        #expect(analysis.title == "Reel" && analysis.date == "2025-05-06")
        #expect(analysis.video?.width == 192 && analysis.video?.height == 108)
        #expect(abs((analysis.video?.duration ?? 0) - 2) < 0.2)
        #expect(Set(analysed.files.keys) == ["analysis.json", "high.jpg", "medium.jpg", "thumb.jpg", "stream.mp4"])
        let stream = try #require(analysed.files["stream.mp4"])
        #expect(startsFast(stream))
        #expect(try probe(stream, "stream=codec_name") == "h264\naac\n")
        #expect(analysis.renditions.last?.quality == .stream && analysis.renditions.last?.byteCount == stream.count)
        let poster = try ColourPicture(try #require(analysed.files["high.jpg"]))
        #expect(poster.width == 192 && poster.height == 108)
        expectNothingPrivate(analysed)
        #expect(try await Analysed(upload).files == analysed.files)
    }

    @Test("HEVC gets the tag that phones want, and a turned video stays turned")
    func turned() async throws {
        let flat = try video(["-c:v", "libx265", "-pix_fmt", "yuv420p", "-x265-params", "log-level=none"], "a.mp4")
        let folder = try TemporaryFolder()
        let file = try folder.write(flat, "flat.mp4")
        // In FFmpeg 5.1 the tag "rotate" sets the matrix of the track.
        let upload = try video(
            ["-c", "copy", "-metadata:s:v", "rotate=90"] + tags(), "b.mov", input: ["-i", file.path])
        let analysed = try await Analysed(upload)
        let analysis = try analysed.analysis()
        #expect(analysis.mediaType == "video/quicktime")
        #expect(analysis.video?.width == 108 && analysis.video?.height == 192)
        let stream = try #require(analysed.files["stream.mp4"])
        #expect(try probe(stream, "stream=codec_name,codec_tag_string,width").hasPrefix("hevc,hvc1,192"))
        #expect(try probe(stream, "stream_side_data=rotation").contains("90"))
        let poster = try ColourPicture(try #require(analysed.files["high.jpg"]))
        #expect(poster.width == 108 && poster.height == 192)
        expectNothingPrivate(analysed)
    }

    @Test("VP9 with Opus is transcoded to H.264 with AAC, the same each time")
    func transcoded() async throws {
        let upload = try video(
            ["-c:v", "libvpx-vp9", "-deadline", "realtime", "-cpu-used", "8", "-c:a", "libopus"] + tags().dropLast(2),
            "a.webm", input: Self.sound)
        let analysed = try await Analysed(upload)
        #expect(try analysed.analysis().warnings.isEmpty)
        let stream = try #require(analysed.files["stream.mp4"])
        #expect(try probe(stream, "stream=codec_name,pix_fmt") == "h264,yuv420p\naac\n")
        #expect(startsFast(stream))
        expectNothingPrivate(analysed)
        #expect(try await Analysed(upload).files == analysed.files)
    }

    @Test("large videos become 1080p")
    func large() async throws {
        let upload = try video(
            ["-c:v", "mpeg4", "-q:v", "5"], "a.mp4",
            input: ["-f", "lavfi", "-i", "color=c=navy:size=1440x2560:rate=5:duration=2"])
        let analysed = try await Analysed(upload)
        let stream = try #require(try analysed.analysis().renditions.last)
        #expect(stream.quality == .stream && stream.width == 1_080 && stream.height == 1_920)
    }

    @Test("tracks with positions are left out")
    func positions() async throws {
        let folder = try TemporaryFolder()
        let words = try folder.write("1\n00:00:00,000 --> 00:00:02,000\n\(Self.secret)\n", "gps.srt")
        let upload = try video(
            ["-map", "0:v", "-map", "1:s", "-c:v", "libx264", "-pix_fmt", "yuv420p", "-c:s", "mov_text"], "a.mp4",
            input: ["-f", "lavfi", "-i", "testsrc=size=192x108:rate=10:duration=2", "-i", words.path])
        #expect(upload.range(of: Data(Self.secret.utf8)) != nil)
        let analysed = try await Analysed(upload)
        #expect(try probe(try #require(analysed.files["stream.mp4"]), "stream=codec_type") == "video\n")
        expectNothingPrivate(analysed)
    }

    @Test("the best frame is the poster")
    func poster() async throws {
        // Black but for the middle.
        let upload = try video(
            ["-c:v", "libx264", "-pix_fmt", "yuv420p"], "a.mp4",
            input: [
                "-f", "lavfi", "-i",
                "testsrc=size=192x108:rate=10:duration=10,drawbox=t=fill:color=black:enable='lt(t,4)+gt(t,6)'",
            ])
        let analysis = try await Analysed(upload).analysis()
        #expect((analysis.picture?.features.mean ?? 0) > 60)
    }

    @Test("truncated, fuzzed and disguised videos are refused")
    func refused() async throws {
        let whole = try video(["-c:v", "libx264", "-pix_fmt", "yuv420p", "-movflags", "+faststart"], "a.mp4")
        for share in [0.2, 0.5, 0.95] {
            #expect(
                try await Analysed(whole.prefix(Int(Double(whole.count) * share))).code == .damagedDocument, "\(share)")
        }
        let webm = try video(["-c:v", "libvpx", "-deadline", "realtime", "-cpu-used", "8"], "a.webm")
        #expect(try await Analysed(webm.prefix(webm.count / 2)).code == .damagedDocument)
        let sound = try video(["-c:a", "aac"], "a.mp4", input: ["-f", "lavfi", "-i", "sine=duration=1"])
        #expect(try await Analysed(sound).code == .unsupportedType)
        // A list of other files behind the first bytes of a video.
        let list = Data([0, 0, 0, 12]) + Data("ftypisom".utf8) + Data("#EXTM3U\nfile:///etc/passwd\n".utf8)
        #expect(try await Analysed(list).code == .damagedDocument)
        var state: UInt64 = 5
        for _ in 0..<4 {
            var copy = whole
            for _ in 0..<20 {
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                copy[40 + Int(state >> 33) % (whole.count - 40)] = UInt8(state >> 20 & 255)
            }
            let analysed = try await Analysed(copy)
            #expect(
                analysed.document.state == .ready
                    || [.damagedDocument, .unsupportedType, .pictureTooLarge].contains(analysed.code),
                "\(String(describing: analysed.document.failure))")
        }
    }

    @Test("a missing program, one that takes too long and one that is no longer wanted")
    func tools() throws {
        let missing = VideoTools(folders: ["/nonexistent"])
        #expect { try missing.run("ffmpeg", [], timeLimit: .seconds(1)) {} } throws: {
            ($0 as? Failure)?.code == .toolMissing
        }
        let tools = VideoTools()
        let endless = ["-nostdin", "-v", "quiet", "-re", "-f", "lavfi", "-i", "testsrc", "-f", "null", "-"]
        #expect(try tools.run("ffmpeg", endless, timeLimit: .seconds(1)) {} == .tookTooLong)
        #expect(throws: CancellationError.self) {
            try tools.run("ffmpeg", endless, timeLimit: .seconds(86_400)) { throw CancellationError() }
        }
        #expect(try tools.run("ffmpeg", ["-nonsense"], timeLimit: .seconds(1800)) {} == .failed)
    }

    @Test("marks of encoders are blanked, also between two pieces")
    func marks() {
        let settings = "x264 - core 164 r3095" + String(repeating: " a=1", count: 40)
        let bytes = Data("abcLavc59.37.100\u{0}Lavc\u{0}Lavcx Lavc libx264\u{1}\(settings)\u{2}end".utf8)
        func blank(_ count: Int) -> String { String(repeating: " ", count: count) }
        let expected = Data(
            "abc\(blank(13))\u{0}Lavc\u{0}Lavcx \(blank(12))\u{1}\(blank(settings.count))\u{2}end".utf8)
        for cut in 0...bytes.count {
            var marks = EncoderMarks()
            let cleaned = marks.cleaned(bytes.prefix(cut)) + marks.cleaned(bytes.dropFirst(cut)) + marks.end()
            #expect(cleaned == expected, "\(cut)")
        }
        // The text lies across the place up to which a piece is let out.
        for shift in [4_090, 4_096, 4_100, 8_000] {
            var marks = EncoderMarks()
            let long = Data(repeating: 1, count: 100) + bytes + Data(repeating: 2, count: shift)
            let cleaned = marks.cleaned(long.prefix(5_000)) + marks.cleaned(long.dropFirst(5_000)) + marks.end()
            #expect(cleaned == Data(repeating: 1, count: 100) + expected + Data(repeating: 2, count: shift), "\(shift)")
        }
    }
}
