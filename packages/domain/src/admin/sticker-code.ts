import encodeQR from 'qr'

/** Bears a quarter of it being scratched or dirty (level Q), with the quiet zone of four modules that ISO/IEC 18004 asks for. */
const PRINTED = { ecc: 'quartile', border: 4 } as const

/** The QR code of a sticker as an SVG document, black on white. */
export const stickerSvg = (link: string) => encodeQR(link, 'svg', PRINTED)

/** The same as rows of modules; true is dark. */
export const stickerModules = (link: string) => encodeQR(link, 'raw', PRINTED)
