import CLeptonica
package import Geometry

/// An image in Leptonica's own memory (`PIX`), of any depth.
///
/// Not thread-safe.
package final class Bitmap {
    let pointer: UnsafeMutablePointer<Pix>

    /// Takes ownership of a `PIX`, to be released by `pixDestroy`.
    init(owning pointer: UnsafeMutablePointer<Pix>) {
        self.pointer = pointer
    }

    /// Creates an 8-bit copy of a gray image.
    package init(_ image: GrayImage, resolution: Int = 0) throws(BitmapError) {
        try Self.checkLibrary()
        guard let pix = formwright_pixCreateNoInit(Int32(image.width), Int32(image.height), 8) else {
            throw BitmapError(code: .outOfMemory, detail: "\(image.width) x \(image.height) pixels")
        }
        formwright_pixSetResolution(pix, Int32(resolution), Int32(resolution))
        let wordsPerLine = Int(formwright_pixGetWpl(pix))
        if let data = formwright_pixGetData(pix) {
            image.pixels.withUnsafeBufferPointer { source in
                for y in 0..<image.height {
                    let line = UnsafeMutableRawPointer(data + y * wordsPerLine)
                        .assumingMemoryBound(to: UInt8.self)
                    // Leptonica stores 32-bit words big-endian on every machine, so byte x is at x ^ 3.
                    for x in 0..<image.width { line[x ^ 3] = source[y * image.width + x] }
                }
            }
        }
        pointer = pix
    }

    deinit {
        var mine: UnsafeMutablePointer<Pix>? = pointer
        formwright_pixDestroy(&mine)
    }

    /// The number of columns.
    package var width: Int { Int(formwright_pixGetWidth(pointer)) }
    /// The number of rows.
    package var height: Int { Int(formwright_pixGetHeight(pointer)) }
    /// The resolution in pixels per inch; 0 if the file does not state it.
    package var resolution: Int { Int(max(formwright_pixGetXRes(pointer), formwright_pixGetYRes(pointer))) }

    /// Returns an 8-bit gray copy, with transparency on white (`pixConvertTo8`).
    package func gray() throws(BitmapError) -> GrayImage {
        let eight = try Self.take { formwright_pixConvertTo8(pointer, 0) }
        let width = eight.width
        let height = eight.height
        let wordsPerLine = Int(formwright_pixGetWpl(eight.pointer))
        guard let data = formwright_pixGetData(eight.pointer) else {
            throw BitmapError(code: .outOfMemory, detail: "\(width) x \(height) pixels")
        }
        let pixels = [UInt8](unsafeUninitializedCapacity: width * height) { buffer, count in
            for y in 0..<height {
                let line = UnsafeRawPointer(data + y * wordsPerLine).assumingMemoryBound(to: UInt8.self)
                for x in 0..<width { buffer[y * width + x] = line[x ^ 3] }
            }
            count = width * height
        }
        return GrayImage(width: width, height: height, pixels: pixels)
    }

    /// Returns the clockwise skew of the page's lines in degrees, with a confidence.
    ///
    /// It uses `pixFindSkew` on a copy binarised at `threshold`. Below a confidence of about 3 the angle is
    /// meaningless. `nil` for a page without lines.
    package func skew(threshold: UInt8 = 160) -> (degrees: Double, confidence: Double)? {
        guard let eight = try? Self.take({ formwright_pixConvertTo8(pointer, 0) }),
            let bits = try? Self.take({ formwright_pixThresholdToBinary(eight.pointer, Int32(threshold)) })
        else { return nil }
        var angle: Float = 0
        var confidence: Float = 0
        guard formwright_pixFindSkew(bits.pointer, &angle, &confidence) == 0 else { return nil }
        return (-Double(angle), Double(confidence))
    }

    /// The minimum ratio of the evidence to that of the orientations at right angles.
    private static let leastOrientationRatio: Float = 2
    /// Minimum length in pixels of a rule; strokes of letters are shorter.
    private static let leastRule: Int32 = 50

    /// Returns the number of clockwise quarter turns to make the text upright.
    ///
    /// It uses the ascenders and descenders of letters (`pixOrientDetect` on a copy binarised at `threshold`, without
    /// rules). `nil` if the page has too little lower-case text for a reliable answer, `evidence` being in standard
    /// deviations. Lines may be skewed by a few degrees.
    package func turnsToUpright(threshold: UInt8 = 160, evidence: Float = 8) -> Int? {
        formwright_setMsgSeverity(Int32(L_SEVERITY_NONE))
        guard let eight = try? Self.take({ formwright_pixConvertTo8(pointer, 0) }),
            let bits = try? Self.take({ formwright_pixThresholdToBinary(eight.pointer, Int32(threshold)) }),
            // Captions right below rules look like letters with descenders upside down.
            let text = try? bits.withoutRules()
        else { return nil }
        var up: Float = 0
        var left: Float = 0
        // 0 means the library's default minimum of letters.
        guard formwright_pixOrientDetect(text.pointer, &up, &left, 0, 0) == 0 else { return nil }
        if abs(up) >= max(evidence, Self.leastOrientationRatio * abs(left)) { return up > 0 ? 0 : 2 }
        if abs(left) >= max(evidence, Self.leastOrientationRatio * abs(up)) { return left > 0 ? 1 : 3 }
        return nil
    }

    /// Returns a black-and-white copy without long runs of ink and the pixels beside them.
    ///
    /// They are found by an opening in each direction (`pixOpenCompBrick`).
    private func withoutRules() throws(BitmapError) -> Bitmap {
        var result: Bitmap = self
        for (width, height) in [(Self.leastRule, Int32(1)), (1, Self.leastRule)] {
            let rules = try Self.take { formwright_pixOpenCompBrick(nil, pointer, width, height) }
            let wide = try Self.take {
                formwright_pixDilateBrick(nil, rules.pointer, width > 1 ? 1 : 3, height > 1 ? 1 : 3)
            }
            result = try Self.take { formwright_pixSubtract(nil, result.pointer, wide.pointer) }
        }
        return result
    }

    /// Returns a copy rotated clockwise by quarter turns (`pixRotateOrth`).
    package func turned(quarters: Int) throws(BitmapError) -> Bitmap {
        try Self.take { formwright_pixRotateOrth(pointer, Int32(quarters)) }
    }

    /// Returns a gray copy rotated clockwise about its centre (`pixRotateAMGray`).
    ///
    /// It has the same size, with white in the uncovered corners.
    package func rotated(degrees: Double) throws(BitmapError) -> Bitmap {
        let eight = try Self.take { formwright_pixConvertTo8(pointer, 0) }
        return try Self.take { formwright_pixRotateAMGray(eight.pointer, Float(degrees * Double.pi / 180), 255) }
    }

    /// Returns the image as a PNG file (`pixWriteMemPng`).
    ///
    /// `isQuick` lowers the compression (`pixSetZlibCompression`), and takes a third of the time.
    package func pngData(isQuick: Bool = false) throws(BitmapError) -> [UInt8] {
        if isQuick { formwright_pixSetZlibCompression(pointer, 1) }
        var data: UnsafeMutablePointer<UInt8>?
        var size = 0
        guard formwright_pixWriteMemPng(&data, &size, pointer, 0) == 0, let data else {
            throw BitmapError(code: .outOfMemory, detail: "writing a PNG of \(width) x \(height) pixels")
        }
        defer { formwright_lept_free(data) }
        return Array(UnsafeBufferPointer(start: data, count: size))
    }

    /// Checks that Leptonica is loadable, before any of its functions is called.
    static func checkLibrary() throws(BitmapError) {
        guard formwright_has_leptonica() != 0 else {
            throw BitmapError(code: .libraryMissing, detail: "liblept5 is not installed")
        }
    }

    /// Wraps the result of a Leptonica function.
    ///
    /// `nil` means lack of memory or a rejected input.
    static func take(_ body: () -> UnsafeMutablePointer<Pix>?) throws(BitmapError) -> Bitmap {
        guard let pix = body() else {
            throw BitmapError(code: .outOfMemory, detail: "the picture could not be converted")
        }
        return Bitmap(owning: pix)
    }
}
