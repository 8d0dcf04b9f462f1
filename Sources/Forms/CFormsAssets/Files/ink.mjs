// The strokes of a signature. Pure functions.

/** The width of a line at a point: a pen presses, mouse and finger do not. */
export const inkWidth = ({ pressure }) => (pressure === undefined ? 2.4 : 1.2 + 2.6 * pressure);

/** The rectangle around strokes with their ink; null if there are none. */
export function inkFrame(strokes) {
    const points = strokes.flat();
    if (!points.length) return null;
    const margin = 4;
    const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)];
    const [left, top] = [Math.min(...xs) - margin, Math.min(...ys) - margin];
    return { x: left, y: top, width: Math.max(...xs) + margin - left, height: Math.max(...ys) + margin - top };
}

/** How much larger than on the screen ink is exported: three times, and at most `side` pixels. */
export const inkScale = ({ width, height }, side = 1200) => Math.min(3, side / Math.max(width, height));

/** Draws strokes: through the middles between their points, so that corners are round. */
export function drawInk(context, strokes) {
    context.lineCap = "round";
    context.lineJoin = "round";
    context.strokeStyle = context.fillStyle = "#10204a";
    for (const stroke of strokes) {
        if (stroke.length === 1) {
            context.beginPath();
            context.arc(stroke[0].x, stroke[0].y, inkWidth(stroke[0]) * 0.7, 0, 2 * Math.PI);
            context.fill();
        }
        let from = stroke[0];
        for (let index = 1; index < stroke.length; index += 1) {
            const [point, next] = [stroke[index - 1], stroke[index]];
            const isLast = index === stroke.length - 1;
            const to = isLast ? next : { x: (point.x + next.x) / 2, y: (point.y + next.y) / 2 };
            context.beginPath();
            context.lineWidth = inkWidth(next);
            context.moveTo(from.x, from.y);
            context.quadraticCurveTo(point.x, point.y, to.x, to.y);
            context.stroke();
            from = to;
        }
    }
}
