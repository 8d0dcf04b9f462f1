import Portfolio
import Testing

@Suite struct MediaNameTests {
    @Test("a name has the input's number in three digits, and the rendition's name")
    func names() {
        #expect(MediaName(input: 0, rendition: "high.jpg").description == "001-high.jpg")
        #expect(MediaName("012-p02-high.jpg") == MediaName(input: 11, rendition: "p02-high.jpg"))
        #expect(MediaName("500-stream.mp4")?.input == 499)
    }

    @Test(
        "what is not printed is not parsed",
        arguments: [
            "", "001-", "000-high.jpg", "501-high.jpg", "1-high.jpg", "0001-high.jpg", "001_high.jpg",
            "001-../high.jpg",
            "001-.hidden", "001-a/b", "001-a\0b", "+01-high.jpg", "001-hé.jpg", "٠٠١-high.jpg",
        ])
    func refused(_ text: String) {
        #expect(MediaName(text) == nil)
    }

    @Test(
        "a ratio is in small whole numbers",
        arguments: [
            (3000, 2000, "3:2"), (4032, 3024, "4:3"), (1920, 1080, "16:9"), (1080, 1920, "9:16"), (512, 512, "1:1"),
            (1999, 1333, "3:2"), (1333, 1999, "2:3"), (2048, 1365, "3:2"),
            // 1.414: 7:5 is off by 1 %, 10:7 too; 17:12 is 1.4167, off by 0.2 %
            (1414, 1000, "17:12"), (0, 0, "1:1"), (10_000, 3, "3333:1"), (5, 100_000, "1:20000"),
        ])
    func ratios(_ width: Int, _ height: Int, _ text: String) {
        #expect(AspectRatio.text(width: width, height: height) == text)
    }
}
