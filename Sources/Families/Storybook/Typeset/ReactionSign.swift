import Geometry
import Foundation
import Families
import Typesetting

/// Draws the signs of reactions as vectors, independent of fonts and sharp at any size.
enum ReactionSign {
    /// Returns the sign in a square of 24 points.
    static func drawing(_ kind: ReactionKind) -> Drawing {
        let color = Color(hex: kind.color.hex) ?? .black
        let commands: [Drawing.Command] =
            switch kind {
            case .heart: [.fill(heart(x: 12, y: 12, scale: 1), color)]
            case .sparkles:
                [(9.5, 13.5, 9.0), (19.2, 5.2, 4.2), (19.5, 19.6, 3.2)].map { .fill(sparkle($0.0, $0.1, $0.2), color) }
            case .palette:
                [.fill(palette, color)]
                    + [(6.7, 12.2), (8.6, 7.4), (13.2, 5.8), (17.4, 8.8)].map {
                        .fill(PathStep.circle(x: $0.0, y: $0.1, radius: 1.55), .white)
                    }
            case .handHeart: [.fill(heart(x: 13, y: 7.4, scale: 0.62), color), .fill(hand, color)]
            case .star: [.fill(star, color)]
            }
        return Drawing(size: PageSize(width: 24, height: 24), commands: commands)
    }

    private static func heart(x: Double, y: Double, scale: Double) -> [PathStep] {
        func curve(
            _ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double, _ x3: Double, _ y3: Double
        ) -> PathStep {
            .curve(
                x1: x + x1 * scale, y1: y + y1 * scale, x2: x + x2 * scale, y2: y + y2 * scale, x: x + x3 * scale,
                y: y + y3 * scale)
        }
        return [
            .move(x: x, y: y + 9.2 * scale), curve(-7, 3.6, -10.2, 0.4, -10.2, -3.6),
            curve(-10.2, -7, -7.8, -9.2, -5, -9.2), curve(-2.9, -9.2, -1, -8, 0, -6.1),
            curve(1, -8, 2.9, -9.2, 5, -9.2), curve(7.8, -9.2, 10.2, -7, 10.2, -3.6),
            curve(10.2, 0.4, 7, 3.6, 0, 9.2), .close,
        ]
    }

    /// Returns a star with four points and curved sides.
    private static func sparkle(_ x: Double, _ y: Double, _ radius: Double) -> [PathStep] {
        let (near, far) = (radius * 0.12, radius * 0.38)
        return [
            .move(x: x, y: y - radius),
            .curve(x1: x + near, y1: y - far, x2: x + far, y2: y - near, x: x + radius, y: y),
            .curve(x1: x + far, y1: y + near, x2: x + near, y2: y + far, x: x, y: y + radius),
            .curve(x1: x - near, y1: y + far, x2: x - far, y2: y + near, x: x - radius, y: y),
            .curve(x1: x - far, y1: y - near, x2: x - near, y2: y - far, x: x, y: y - radius), .close,
        ]
    }

    private static var star: [PathStep] {
        let points = (0..<10).map { index in
            let radius = index % 2 == 0 ? 11.0 : 4.7
            let angle = Double(index) * .pi / 5 - .pi / 2
            return (x: 12 + radius * cos(angle), y: 12.8 + radius * sin(angle))
        }
        return [.move(x: points[0].x, y: points[0].y)] + points.dropFirst().map { .line(x: $0.x, y: $0.y) } + [.close]
    }

    private static let palette: [PathStep] = [
        .move(x: 12, y: 2), .curve(x1: 6.3, y1: 2, x2: 1.8, y2: 6.4, x: 1.8, y: 12),
        .curve(x1: 1.8, y1: 17.6, x2: 6.3, y2: 22, x: 11.6, y: 22),
        .curve(x1: 13.4, y1: 22, x2: 14.4, y2: 20.8, x: 14.4, y: 19.5),
        .curve(x1: 14.4, y1: 18.1, x2: 13.5, y2: 17.6, x: 13.5, y: 16.3),
        .curve(x1: 13.5, y1: 14.9, x2: 14.6, y2: 14.1, x: 16.1, y: 14.1), .line(x: 18, y: 14.1),
        .curve(x1: 20.6, y1: 14.1, x2: 22.2, y2: 12.5, x: 22.2, y: 10.2),
        .curve(x1: 22.2, y1: 5.5, x2: 17.6, y2: 2, x: 12, y: 2), .close,
    ]

    /// An open hand below a heart.
    private static let hand: [PathStep] = [
        .move(x: 1.8, y: 15.6), .line(x: 4.6, y: 15.6),
        .curve(x1: 6.6, y1: 13.9, x2: 8.8, y2: 14, x: 10.6, y: 15.2), .line(x: 14, y: 15.2),
        .curve(x1: 15.8, y1: 15.2, x2: 15.8, y2: 17.7, x: 14, y: 17.7), .line(x: 15.6, y: 17.7),
        .line(x: 19.9, y: 14.9), .curve(x1: 21.6, y1: 13.9, x2: 23.2, y2: 16, x: 21.7, y: 17.3),
        .line(x: 17.2, y: 20.9), .curve(x1: 16.2, y1: 21.7, x2: 15, y2: 22, x: 13.8, y: 22), .line(x: 1.8, y: 22),
        .close,
    ]
}
