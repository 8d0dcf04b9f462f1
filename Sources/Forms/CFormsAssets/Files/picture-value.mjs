// Pictures as values: here a text "data:image/…", in the API an object with the bytes in base64.

const form = /^data:image\/(png|jpeg);base64,([A-Za-z0-9+/]+=*)$/;

/** The shortest side of a field that takes a photo, in points. The same value as in ValueNormaliser.swift. */
const leastPhotoSide = 36;
const photoWords = /\b(photo|photograph|picture|passport[- ]size|lichtbild|passbild|foto|imagen|fotografía)\b/i;

/** Whether a value is a picture. */
export const isPicture = (value) => value?.startsWith("data:image/") && form.test(value);

/** A value as the API takes it. */
export function wireValue(value) {
    const found = isPicture(value) ? form.exec(value) : null;
    return found ? { picture: found[2] } : value;
}

/** A value as the API sends it. */
export function fromWire(value) {
    if (typeof value === "string" || !value?.picture) return typeof value === "string" ? value : "";
    return `data:image/${value.picture.startsWith("/9j/") ? "jpeg" : "png"};base64,${value.picture}`;
}

/** What kind of picture a field takes: "signature", "photo" (which its label asks for), "any", or undefined. */
export function pictureKind(field) {
    if (field.type === "signature") return "signature";
    const isLarge = field.width >= leastPhotoSide && field.height >= leastPhotoSide;
    if (!isLarge || field.combEdges || field.options || field.readOnly) return undefined;
    if (!["text", "multiline", "unknown"].includes(field.type)) return undefined;
    return photoWords.test(field.label ?? "") ? "photo" : "any";
}

/** The bytes of a picture as a file. */
export function pictureBlob(value) {
    const [, type, text] = form.exec(value);
    const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
    return new Blob([bytes], { type: `image/${type}` });
}

/** Shows a picture in an element, or nothing if the value is none. */
export function showPicture(image, value) {
    if (image.shownValue === value) return;
    image.shownValue = value;
    if (image.src.startsWith("blob:")) URL.revokeObjectURL(image.src);
    if (isPicture(value)) image.src = URL.createObjectURL(pictureBlob(value));
    else image.removeAttribute("src");
}

/** Reads a file as a picture of at most `side` pixels, upright; with `isInk` as a PNG, which can be kept. Throws if it is none. */
export async function readPicture(file, { side = 1600, isInk = false } = {}) {
    let bitmap;
    try {
        bitmap = await createImageBitmap(file, { imageOrientation: "from-image" });
    } catch {
        throw new Error("This is not a picture that the browser can read. Choose a JPEG or PNG file.");
    }
    const scale = Math.min(1, side / Math.max(bitmap.width, bitmap.height));
    const canvas = document.createElement("canvas");
    canvas.width = Math.max(1, Math.round(bitmap.width * scale));
    canvas.height = Math.max(1, Math.round(bitmap.height * scale));
    const context = canvas.getContext("2d");
    if (!isInk) {
        context.fillStyle = "#fff";
        context.fillRect(0, 0, canvas.width, canvas.height);
    }
    context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
    bitmap.close();
    return isInk ? canvas.toDataURL("image/png") : canvas.toDataURL("image/jpeg", 0.88);
}
