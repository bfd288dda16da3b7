import { createRequire } from 'node:module'
import { join } from 'node:path'
import PDFDocument from 'pdfkit'
import encodeQR from 'qr'
import { PRINTED } from '../shared/qr.ts'

// What every printed file shares: the apps' fonts, which the PDF embeds, and a QR code as vector shapes, so that it
// prints the same everywhere and at any size.

export type Box = { x: number; y: number; width: number; height: number }
export type Pdf = PDFKit.PDFDocument

export const INK = '#12261d'
export const BAND = '#ffc72c'
export const MM = 72 / 25.4

/** The apps' fonts in a format for embedding in a PDF. Found from the working directory, because bundlers move code. */
function fontFile(weight: 400 | 700): string {
  const require = createRequire(join(process.cwd(), 'package.json'))
  const name = [
    '@fontsource',
    'atkinson-hyperlegible-next',
    'files',
    `atkinson-hyperlegible-next-latin-${weight}-normal.woff`,
  ]
  return require.resolve(name.join('/'))
}

/** A PDF that `draw` fills; its first page is added there. */
export async function drawPdf(
  options: { title: string; lang: 'en' | 'sw'; layout?: 'landscape' },
  draw: (pdf: Pdf) => void,
): Promise<Buffer> {
  const pdf = new PDFDocument({
    size: 'A4',
    margin: 0,
    autoFirstPage: false,
    lang: options.lang,
    displayTitle: true,
    ...(options.layout && { layout: options.layout }),
    info: { Title: options.title.slice(0, 200), Creator: 'Salama' },
  })
  pdf.registerFont('plain', fontFile(400)).registerFont('bold', fontFile(700))
  const chunks: Buffer[] = []
  const done = new Promise<Buffer>((resolve, reject) => {
    pdf.on('data', (chunk: Buffer) => chunks.push(chunk))
    pdf.on('end', () => resolve(Buffer.concat(chunks)))
    pdf.on('error', reject)
  })
  draw(pdf)
  pdf.end()
  return done
}

/** One line centred in a box, scaled down to fit. */
export function line(
  pdf: Pdf,
  text: string,
  { x, y, width }: Pick<Box, 'x' | 'y' | 'width'>,
  font: 'plain' | 'bold',
  size: number,
) {
  pdf.font(font).fontSize(size)
  const fits = Math.min(size, (size * width) / pdf.widthOfString(text))
  pdf
    .fontSize(fits)
    .fillColor(INK)
    .text(text, x, y, { width: width + 1, align: 'center', lineBreak: false })
}

/** A QR code with its quiet zone, dark on white. */
export function drawQr(pdf: Pdf, text: string, { x, y, width }: Box) {
  const modules = encodeQR(text, 'raw', PRINTED)
  const size = width / modules.length
  pdf.rect(x, y, width, width).fill('#ffffff')
  // Slightly wider, so that printers leave no white lines between modules.
  for (const [row, cells] of modules.entries())
    for (const [column, dark] of cells.entries())
      if (dark) pdf.rect(x + column * size, y + row * size, size + 0.05, size + 0.05)
  pdf.fill('#000000')
}
