package import Vips

/// Pixels to measure: red, green and blue of each, row by row.
package struct PixelGrid {
    package let width: Int
    package let height: Int
    package let samples: [UInt8]

    /// Copies the pixels of a picture without opacity.
    package init(_ picture: RasterPicture) {
        let pixels = picture.pixels
        self.init(
            width: picture.width, height: picture.height,
            samples: picture.bands == 3 ? pixels : pixels.flatMap { [$0, $0, $0] })
    }

    /// Creates a grid of `width` x `height` pixels with three samples each.
    package init(width: Int, height: Int, samples: [UInt8]) {
        precondition(samples.count == width * height * 3)
        self.width = width
        self.height = height
        self.samples = samples
    }

    /// The pixels along the four edges, each once, as a grid of one row.
    package var edges: PixelGrid {
        var edges: [UInt8] = []
        for y in 0..<height {
            let isWhole = y == 0 || y == height - 1
            for x in isWhole ? Array(0..<width) : width > 1 ? [0, width - 1] : [0] {
                let start = (y * width + x) * 3
                edges += samples[start..<start + 3]
            }
        }
        return PixelGrid(width: edges.count / 3, height: 1, samples: edges)
    }
}
