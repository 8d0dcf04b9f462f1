import CVips

extension SourcePicture {
    /// Decodes the picture upright, in sRGB, shrunk to a maximum longer side in pixels.
    ///
    /// A smaller picture keeps its size. Missing pixels are an error instead of gray.
    ///
    /// - Throws: ``VipsError``.
    package func raster(longerSide: Int) throws(VipsError) -> RasterPicture {
        try Self.withBytes(of: data) { bytes throws(VipsError) in
            let size = PixelSize(width: header.width, height: header.height).fitting(longerSide)
            // A JPEG is shrunk by a power of two while it is decoded. The rest, at least a half, is left to the better
            // filter.
            let factor = max(header.width, header.height) / max(size.width, size.height)
            // libvips aborts if less than one pixel of the shorter side remains.
            let most = min(factor / 2, header.width, header.height)
            let shrink = header.type == .jpeg ? [8, 4, 2].first { $0 <= most } ?? 1 : 1
            let image = try Self.image(of: bytes, header.type, shrink: shrink, page: page)
            let (width, height, bands) = (image.width, image.height, image.bands)
            // The file must not state other values now than when the limits were checked.
            guard width * shrink < header.width + shrink, height * shrink < header.height + shrink,
                bands == header.bands
            else { throw .damaged }
            let small = try image.shrunk(to: size, hasAlpha: header.hasAlpha)
            var coloured = try small.inSRGB(isCMYK: header.isCMYK, hasAlpha: header.hasAlpha)
            if header.orientation != 1 { coloured = try coloured.inMemory().turnedUpright() }
            return try RasterPicture(coloured, hasAlpha: header.hasAlpha)
        }
    }

    /// Returns whether a JPEG decodes without a warning, such as of fabricated pixels.
    ///
    /// libvips checks for warnings before each strip of lines, so a warning in the last strip is missed.
    ///
    /// - Throws: ``VipsError/outOfMemory``, ``VipsError/libraryMissing``.
    package func isFlawlessJPEG() throws(VipsError) -> Bool {
        guard header.type == .jpeg else { return false }
        do throws(VipsError) {
            return try Self.withBytes(of: data) { bytes throws(VipsError) in
                let start = UnsafeMutableRawPointer(mutating: bytes.baseAddress)
                // All codes are read at any size. Less than one pixel would end the process.
                let shrink = [8, 4, 2].first { $0 <= min(header.width, header.height) } ?? 1
                let image = try VipsImageHandle {
                    formwright_vips_jpegload_strictly(start, bytes.count, $0, Int32(shrink))
                }
                _ = try image.inMemory()
                return true
            }
        } catch .damaged {
            return false
        }
    }
}

extension VipsImageHandle {
    /// Returns a resized copy in which transparent pixels do not affect their neighbours.
    func shrunk(to size: PixelSize, hasAlpha: Bool) throws(VipsError) -> VipsImageHandle {
        guard size != PixelSize(width: width, height: height) else { return self }
        guard hasAlpha else { return try resized(width: size.width, height: size.height) }
        let most = format == VIPS_FORMAT_USHORT ? 65_535.0 : 255
        let ready = try premultiplied(most).resized(width: size.width, height: size.height).unpremultiplied(most)
        return try ready.cast(format).interpreted(as: interpretation)
    }

    /// Returns a copy with 8 bits per sample: gray or sRGB, with alpha if any.
    func inSRGB(isCMYK: Bool, hasAlpha: Bool) throws(VipsError) -> VipsImageHandle {
        guard hasAlpha else { return try coloursInSRGB(isCMYK: isCMYK) }
        let colours = try bands(from: 0, count: bands - 1).coloursInSRGB(isCMYK: isCMYK)
        let opacity = try bands(from: bands - 1, count: 1).cast(VIPS_FORMAT_UCHAR, shifting: true)
        return try colours.joined(with: opacity)
    }

    private func coloursInSRGB(isCMYK: Bool) throws(VipsError) -> VipsImageHandle {
        if isCMYK { return try profiled(fallback: "cmyk") }
        let isGray = bands == 1
        let isDeep = format == VIPS_FORMAT_USHORT
        // Some files do not declare a colour space.
        let space =
            isGray
            ? (isDeep ? VIPS_INTERPRETATION_GREY16 : VIPS_INTERPRETATION_B_W)
            : (isDeep ? VIPS_INTERPRETATION_RGB16 : VIPS_INTERPRETATION_sRGB)
        let named = try interpreted(as: space)
        // A damaged profile, or one for another number of colours, is ignored.
        if has("icc-profile-data"), let converted = try? named.profiled(fallback: isGray ? "none" : "srgb") {
            return converted
        }
        return isDeep ? try named.converted(to: isGray ? VIPS_INTERPRETATION_B_W : VIPS_INTERPRETATION_sRGB) : named
    }
}
