import CLeptonica

extension Bitmap {
    /// Creates an image from opaque pixels: rows from the top, red, green and blue bytes.
    package convenience init(rgb: [UInt8], width: Int, height: Int, resolution: Int) throws(BitmapError) {
        precondition(rgb.count == width * height * 3)
        try Self.checkLibrary()
        guard let pix = formwright_pixCreateNoInit(Int32(width), Int32(height), 32),
            let data = formwright_pixGetData(pix)
        else { throw BitmapError(code: .outOfMemory, detail: "\(width) x \(height) pixels") }
        formwright_pixSetResolution(pix, Int32(resolution), Int32(resolution))
        let wordsPerLine = Int(formwright_pixGetWpl(pix))
        rgb.withUnsafeBufferPointer { source in
            for y in 0..<height {
                let line = data + y * wordsPerLine
                var i = y * width * 3
                for x in 0..<width {
                    // Red is in the highest byte, then green, blue, alpha.
                    line[x] = UInt32(source[i]) << 24 | UInt32(source[i + 1]) << 16 | UInt32(source[i + 2]) << 8
                    i += 3
                }
            }
        }
        self.init(owning: pix)
    }

    /// Returns the image as a JPEG file (`pixWriteMemJpeg`); `quality` is from 1 to 100.
    package func jpegData(quality: Int) throws(BitmapError) -> [UInt8] {
        var data: UnsafeMutablePointer<UInt8>?
        var size = 0
        guard formwright_pixWriteMemJpeg(&data, &size, pointer, Int32(quality), 0) == 0, let data else {
            throw BitmapError(code: .outOfMemory, detail: "writing a JPEG of \(width) x \(height) pixels")
        }
        defer { formwright_lept_free(data) }
        return Array(UnsafeBufferPointer(start: data, count: size))
    }
}
