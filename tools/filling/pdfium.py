"""Pages as gray pixels, by PDFium, which is what most people's browsers show."""
import pypdfium2

from raster import Raster


def render(pdf, page, dpi):
    """Renders a page (from 0), widgets included."""
    document = pypdfium2.PdfDocument(pdf)
    try:
        # Widgets are drawn as annotations; a form that is opened for input would have frames around its boxes.
        bitmap = document[page].render(scale=dpi / 72, grayscale=True)
        data, stride = bytes(bitmap.buffer), bitmap.stride
        pixels = b''.join(data[y * stride:y * stride + bitmap.width] for y in range(bitmap.height))
        return Raster(bitmap.width, bitmap.height, dpi, pixels)
    finally:
        document.close()
