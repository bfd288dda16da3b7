import { createRequire } from 'node:module'
import { join } from 'node:path'
import PDFDocument from 'pdfkit'
import encodeQR from 'qr'
import { PRINTED } from '../shared/qr.ts'

// What every printed file shares: the fonts, of which the PDF embeds the letters that it uses, and a QR code as vector
// shapes, the same at any size. The apps' font has the letters of Western Europe, not even ĩ and ũ: a text with another
// one is in Noto Sans, Arabic and Ethiopic in theirs. A font is read when a text needs it.

export type Box = { x: number; y: number; width: number; height: number }
export type Pdf = PDFKit.PDFDocument

export const INK = '#12261d'
export const BAND = '#ffc72c'
export const MM = 72 / 25.4

/** By package and subset, and which letters each is for, the first that fits; the last one for all others. */
const FONTS = [
  { name: 'noto-sans-arabic', subset: 'arabic', letters: /\p{scx=Arabic}/u },
  { name: 'noto-sans-ethiopic', subset: 'ethiopic', letters: /\p{sc=Ethiopic}/u },
  { name: 'noto-sans', subset: 'latin', letters: /[\0-\u00ff\u0131\u0152\u0153\u02bb\u02bc\u2000-\u206f]/ },
  { name: 'noto-sans', subset: 'vietnamese', letters: /[\u1ea0-\u1ef9]/ },
  { name: 'noto-sans', subset: 'latin-ext', letters: /./su },
] as const
const OWN = { name: 'atkinson-hyperlegible-next', subset: 'latin' } as const
const OWN_LETTERS = /^[ -~\u00a0-\u00ff\u2013\u2014\u2018\u2019\u201c\u201d\u2022\u2026]*$/
const WEIGHTS = { plain: 400, bold: 700 } as const
/** Of the apps' font, in parts of the size: all fonts of a line stand on one baseline. */
const ASCENT = 0.95

type Font = { name: string; subset: string }

/** A font in a format for embedding in a PDF. Found from the working directory, because bundlers move code. */
export function fontFile({ name, subset }: Font, weight: 'plain' | 'bold'): string {
  const require = createRequire(join(process.cwd(), 'package.json'))
  return require.resolve(`@fontsource/${name}/files/${name}-${subset}-${WEIGHTS[weight]}-normal.woff`)
}

/** The parts of a text, each with the font that has its letters. A space belongs to what it follows, as in Arabic. */
export function fontRuns(text: string): { text: string; font: Font }[] {
  if (OWN_LETTERS.test(text)) return [{ text, font: OWN }]
  const runs: { text: string; font: Font }[] = []
  for (const letter of text.normalize('NFC')) {
    const last = runs.at(-1)
    const font = letter === ' ' && last ? last.font : FONTS.find(({ letters }) => letters.test(letter))
    if (last && (font === undefined || font === last.font)) last.text += letter
    else if (font) runs.push({ text: letter, font })
  }
  return runs
}

/** A PDF that `draw` fills; its first page is added there. */
export async function drawPdf(
  options: { title: string; lang: string; layout?: 'landscape' },
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
  // With `features` a run is shaped as a whole, right to left where its letters are: else word by word.
  const whole = { features: [], lineBreak: false }
  const runs = fontRuns(text).map((run) => {
    const file = fontFile(run.font, font)
    return { ...run, file, width: pdf.font(file).fontSize(size).widthOfString(run.text, whole) }
  })
  const needed = runs.reduce((sum, run) => sum + run.width, 0)
  const scale = Math.min(1, width / needed)
  let at = x + (width - needed * scale) / 2
  for (const run of runs) {
    pdf
      .font(run.file)
      .fontSize(size * scale)
      .fillColor(INK)
      .text(run.text, at, y + ASCENT * size * scale, { ...whole, baseline: 'alphabetic' })
    at += run.width * scale
  }
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
