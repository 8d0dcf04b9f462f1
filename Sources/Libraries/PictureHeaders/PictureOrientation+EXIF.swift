import CExif
import Geometry

extension PictureOrientation {
    /// Reads the orientation in an EXIF segment (`EXIF_TAG_ORIENTATION`), if any.
    init?(exif segment: Slice<UnsafeRawBufferPointer>) {
        guard segment.starts(with: "Exif\0\0".utf8) else { return nil }
        let bytes = UnsafeRawBufferPointer(rebasing: segment).bindMemory(to: UInt8.self)
        guard let exif = exif_data_new_from_data(bytes.baseAddress, UInt32(clamping: bytes.count)) else { return nil }
        defer { exif_data_unref(exif) }
        let entry = exif_content_get_entry(exif.pointee.ifd.0, EXIF_TAG_ORIENTATION)
        guard let entry, entry.pointee.size >= 2, let value = entry.pointee.data else { return nil }
        self.init(rawValue: Int(exif_get_short(value, exif_data_get_byte_order(exif))))
    }
}
