import encodeQR from 'qr'

/** Error correction level Q (a quarter may be damaged), and the quiet zone of four modules of ISO/IEC 18004. */
const PRINTED = { ecc: 'quartile', border: 4 } as const

/** The QR code of a sticker as an SVG document, black on white. */
export const stickerSvg = (link: string) => encodeQR(link, 'svg', PRINTED)

/** The QR code as rows of modules; true is dark. */
export const stickerModules = (link: string) => encodeQR(link, 'raw', PRINTED)
