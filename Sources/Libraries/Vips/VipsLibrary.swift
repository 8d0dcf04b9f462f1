import CVips

/// The state of libvips when it cannot be loaded.
package enum VipsLibrary {
    /// The missing or broken dependency of libvips, such as `librsvg-2.so.2`.
    ///
    /// `nil` if libvips itself is missing.
    package static var missingDependency: String? {
        formwright_vips_trouble().flatMap { dependency(inMessage: String(cString: $0)) }
    }

    /// Returns the library blamed by a message of the loader, unless it is libvips.
    ///
    /// The message begins with the name or path of the required file, and a colon.
    package static func dependency(inMessage message: String) -> String? {
        guard let colon = message.firstIndex(of: ":"), let name = message[..<colon].split(separator: "/").last,
            name.contains(".so"), !name.hasPrefix("libvips.")
        else { return nil }
        return String(name)
    }
}
