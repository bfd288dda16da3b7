import { inflateSync } from 'node:zlib'

// PDF files of PDFKit have the numbers of glyphs of a font, and for each font a table of their letters.

const lettersOf = (hex: string) => Buffer.from(hex, 'hex').swap16().toString('utf16le')

/** What is written in a PDF, read once with the letters of each of its fonts: what is of another font is noise. */
export function textsOfPdf(pdf: Buffer): string {
  const streams = [...pdf.toString('latin1').matchAll(/stream\r?\n([\s\S]*?)\r?\nendstream/g)].flatMap(
    ([, data = '']) => {
      try {
        return [inflateSync(Buffer.from(data, 'latin1')).toString('latin1')]
      } catch {
        return [] // not compressed so
      }
    },
  )
  const tables = streams
    .filter((stream) => stream.includes('beginbfrange'))
    .map((table) =>
      [...table.matchAll(/<([\da-f]+)> <[\da-f]+> \[([^\]]*)\]/gi)].flatMap(([, from = '', letters = '']) =>
        (letters.match(/[\da-f]+/gi) ?? []).map((hex, n): [number, string] => [
          Number.parseInt(from, 16) + n,
          lettersOf(hex),
        ]),
      ),
    )
    .map((pairs) => new Map(pairs))
  const lines = streams.flatMap((stream) => stream.match(/\[[^\]]*\] TJ/g) ?? [])
  return tables
    .flatMap((table) =>
      lines.map((line) =>
        [...line.matchAll(/<([\da-f]+)>/gi)]
          .flatMap(([, hex = '']) => hex.match(/.{4}/g) ?? [])
          .map((glyph) => table.get(Number.parseInt(glyph, 16)) ?? '')
          .join(''),
      ),
    )
    .join('\n')
}
