import FormImport
import FormModel
import FormDetection
import TestSupport
import Testing

@Suite("Detection: captions of known fields") struct CaptionTests {
    @Test("places that are known to be fields get their printed captions")
    func captions() throws {
        let content = try DetectedPage.content { page in
            page.text("Given name", x: 60, y: 115)
            page.rule(x: 130, y: 117, width: 200)
            page.box(x: 60, y: 150, width: 9, height: 9)
            page.text("I agree to the terms", x: 74, y: 158)
        }
        let captions = Detector.captions(
            for: [
                (Region(x: 130, y: 103, width: 200, height: 14), .text, nil),
                (Region(x: 59.5, y: 149.5, width: 10, height: 10), .checkbox, nil),
            ], on: content)
        #expect(captions.map(\.label) == ["Given name", "I agree to the terms"])
    }
}
