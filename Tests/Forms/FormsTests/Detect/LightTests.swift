import FormModel
import FormDetection
import FormImport
import Foundation
import TestSupport
import Testing

@Suite("Detection: photos in uneven light") struct LightTests {
    /// How the light falls on a page: its share by place, from 0 to 1 in both directions.
    enum Light: String, CaseIterable, CustomTestStringConvertible {
        case even, beside, corner, corners, dim

        func share(_ x: Double, _ y: Double) -> Double {
            switch self {
            case .even: 1
            case .beside: 1 - 0.35 * x
            case .corner: 1 - 0.5 * (x + y) / 2
            case .corners: 1 - 0.5 * ((x - 0.5) * (x - 0.5) + (y - 0.5) * (y - 0.5)) * 2
            case .dim: 0.7 * (1 - 0.2 * y)
            }
        }

        func falling(on image: GrayImage) -> GrayImage {
            var result = image
            for y in 0..<image.height {
                for x in 0..<image.width {
                    let share = share(Double(x) / Double(image.width), Double(y) / Double(image.height))
                    result[x, y] = UInt8((Double(image[x, y]) * share).rounded())
                }
            }
            return result
        }

        var testDescription: String { rawValue }
    }

    /// A form as a photo: with no text layer, lit by `light`.
    private static func photo(of form: String, _ light: Light) throws -> PageContent {
        let document = try Importer().document(at: TestData.url("forms/\(form).pdf"))
        var photo = try DetectedPage.scan(PageSource(document).content(ofPage: 0), degrees: 0)
        photo.image = light.falling(on: photo.image)
        return photo
    }

    @Test(
        "uneven light costs no more than one field in twenty", arguments: Light.allCases.filter { $0 != .even })
    func falloff(light: Light) throws {
        let truth = try JSONDecoder().decode([TrueField].self, from: TestData.data("forms/irs-4547.truth.json"))
        func hits(_ light: Light) throws -> Int {
            let found = try DetectedPage.found(Self.photo(of: "irs-4547", light)).fields
            return DetectionScore(found, truth: truth).usable.hits
        }
        let even = try hits(.even)
        #expect(even > 40)
        #expect(Double(try hits(light)) >= 0.95 * Double(even))
    }

    @Test("an evenly lit scan with printed ground is left as it is")
    func ground() throws {
        let content = try DetectedPage.content { page in
            page.text("Name", x: 60, y: 115)
            page.content += "0.8 g 306 36 270 300 re f\n"
        }
        let scan = try DetectedPage.scan(content, degrees: 0)
        #expect(try PageReader.straightened(scan).image == scan.image)
    }
}
