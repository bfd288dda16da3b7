/** For print: error correction level Q (a quarter may be damaged), and the quiet zone of four modules of ISO/IEC 18004. */
export const PRINTED = { ecc: 'quartile', border: 4 } as const
