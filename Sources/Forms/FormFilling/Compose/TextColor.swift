/// A colour of text and marks on a form.
public struct TextColor: Sendable, Hashable, Codable {
    /// The red component, from 0 to 1.
    public var red: Double
    /// The green component, from 0 to 1.
    public var green: Double
    /// The blue component, from 0 to 1.
    public var blue: Double

    /// Black.
    public static let black = TextColor(red: 0, green: 0, blue: 0)

    /// Creates a colour from components from 0 to 1.
    public init(red: Double, green: Double, blue: Double) {
        self.red = red
        self.green = green
        self.blue = blue
    }

    /// Parses `#rgb`, `#rrggbb`, or one of the words black, blue, red, green and gray.
    ///
    /// Any other text gives nil.
    public init?(_ text: String) {
        if let named = Self.named[text.lowercased()] {
            self = named
            return
        }
        let digits = text.dropFirst().compactMap { $0.isASCII ? $0.hexDigitValue.map(Double.init) : nil }
        guard text.first == "#", digits.count == text.count - 1 else { return nil }
        switch digits.count {
        case 3: self.init(red: digits[0] / 15, green: digits[1] / 15, blue: digits[2] / 15)
        case 6:
            self.init(
                red: (digits[0] * 16 + digits[1]) / 255, green: (digits[2] * 16 + digits[3]) / 255,
                blue: (digits[4] * 16 + digits[5]) / 255)
        default: return nil
        }
    }

    /// The colour as `#rrggbb`.
    package var hexadecimal: String {
        let digits = [red, green, blue].map { component in
            let text = String(Int((min(1, max(0, component)) * 255).rounded()), radix: 16)
            return text.count < 2 ? "0" + text : text
        }
        return "#" + digits.joined()
    }

    /// The named colours; blue is that of ink.
    private static let named: [String: TextColor] = [
        "black": .black, "blue": TextColor(red: 0.05, green: 0.15, blue: 0.6),
        "red": TextColor(red: 0.8, green: 0, blue: 0), "green": TextColor(red: 0, green: 0.45, blue: 0.1),
        "gray": TextColor(red: 0.4, green: 0.4, blue: 0.4),
    ]

    /// Creates a colour from gray, RGB or CMYK components from 0 to 1.
    ///
    /// Any other number of components gives nil.
    init?(components: [Double]) {
        let c = components.map { min(1, max(0, $0)) }
        switch c.count {
        case 1: self.init(red: c[0], green: c[0], blue: c[0])
        case 3: self.init(red: c[0], green: c[1], blue: c[2])
        case 4:
            let light = 1 - c[3]
            self.init(red: (1 - c[0]) * light, green: (1 - c[1]) * light, blue: (1 - c[2]) * light)
        default: return nil
        }
    }
}
