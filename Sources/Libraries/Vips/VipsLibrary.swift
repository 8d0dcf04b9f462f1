import CVips

/// What is known of libvips where it cannot be loaded.
package enum VipsLibrary {
    /// The file of another library that is missing or broken, so that libvips, which depends on it, cannot be loaded, such
    /// as `librsvg-2.so.2`; `nil` if it is libvips itself that is missing.
    package static var missingDependency: String? {
        formwright_vips_trouble().flatMap { dependency(inMessage: String(cString: $0)) }
    }

    /// The library that a message of the loader blames, unless it is libvips.
    ///
    /// The message begins with the name or the path of the file that the loader needs, and a colon.
    package static func dependency(inMessage message: String) -> String? {
        guard let colon = message.firstIndex(of: ":"), let name = message[..<colon].split(separator: "/").last,
            name.contains(".so"), !name.hasPrefix("libvips.")
        else { return nil }
        return String(name)
    }
}
