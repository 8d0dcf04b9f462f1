import FailureModel
import FormImport
import Foundation
import Rsvg

/// Tests whether drawing takes acceptable time, by drawing small pictures first.
///
/// Filters, masks and translucent groups cost time for each pixel, whatever they show, and a file of a few hundred
/// bytes can have thousands of them. librsvg cannot be interrupted.
enum DrawingProbe {
    /// The longer sides of the test pictures in pixels.
    private static let sides = [64, 128, 512]
    /// The maximum CPU time of a drawing.
    static let limit = Duration.seconds(15)

    /// Checks a drawing.
    ///
    /// - Parameters:
    ///   - drawing: The drawing. It is drawn up to three times, until the result is clear.
    ///   - side: The longer side of the intended picture in pixels.
    /// - Throws: `damaged_document` if drawing would take too long; `RsvgError`.
    static func check(_ drawing: Drawing, side: Int) throws {
        var earlier: (time: Duration, pixels: Double)?
        for small in sides where small < side {
            let scale = Double(small) / max(drawing.width, drawing.height)
            let (width, height) = (max(1, Int(drawing.width * scale)), max(1, Int(drawing.height * scale)))
            let time = try Self.time {
                _ = try drawing.pixels(width: width, height: height)
            }
            let share = pow(Double(side) / Double(small), 2)
            if time * share < limit { return }
            let pixels = Double(small * small)
            if let earlier {
                // The cost per element occurs only once.
                let growth = max(.zero, time - earlier.time) / (pixels - earlier.pixels)
                let whole = time + growth * (pixels * share - pixels)
                if whole > limit { throw DrawingCosts.tooSlow }
                if whole * 2 < limit { return }
            } else if time > limit {
                throw DrawingCosts.tooSlow
            }
            earlier = (time, pixels)
        }
    }

    /// Returns the CPU time of a call; librsvg draws on the calling thread.
    private static func time(_ body: () throws -> Void) rethrows -> Duration {
        let start = processorTime
        try body()
        return processorTime - start
    }

    private static var processorTime: Duration {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }
}
