package import Vips

/// Pixels to measure, with interleaved red, green and blue samples in row order.
package struct PixelGrid {
    package let width: Int
    package let height: Int
    package let samples: [UInt8]

    /// Copies the pixels of a picture without alpha.
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

    /// The BT.709 luma of each pixel, from 0 to 255.
    package var luma: [Double] {
        samples.withUnsafeBufferPointer { samples in
            [Double](unsafeUninitializedCapacity: width * height) { buffer, count in
                count = width * height
                for i in 0..<count {
                    buffer[i] =
                        0.2126 * Double(samples[3 * i]) + 0.7152 * Double(samples[3 * i + 1]) + 0.0722
                        * Double(samples[3 * i + 2])
                }
            }
        }
    }

    /// The pixels along the four edges, each once, in one row.
    package var edges: PixelGrid {
        let edges = Self.edges(width: width, height: height)
        return PixelGrid(width: edges.count, height: 1, samples: edges.flatMap { samples[$0 * 3..<$0 * 3 + 3] })
    }

    /// Returns the indices of the pixels along the four edges, each once, in row order.
    package static func edges(width: Int, height: Int) -> [Int] {
        (0..<height).flatMap { y in
            let isWhole = y == 0 || y == height - 1
            let columns = isWhole ? Array(0..<width) : width > 1 ? [0, width - 1] : [0]
            return columns.map { y * width + $0 }
        }
    }
}
