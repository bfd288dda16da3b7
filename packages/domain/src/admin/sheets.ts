import { BAND, type Box, drawPdf, drawQr, line, MM } from '../machinery/print.ts'

// Print layouts: an A4 poster for one vehicle, or six stickers on an A4 sheet.

export type Printed = { publicCode: string; link: string; plate: string; fleetName: string | null }
/** By language. There is room for the first two. */
type Words = Record<string, { title: string; text: string }>
/** Draws what each language says below that of the one before. */
type At = { x: number; y: number; width: number; step: number; size: number }
const drawWords = (pdf: PDFKit.PDFDocument, words: Words, of: 'title' | 'text', { step, size, ...box }: At) =>
  Object.values(words)
    .slice(0, 2)
    .map((each, n) => line(pdf, each[of], { ...box, y: box.y + n * step }, of === 'title' ? 'bold' : 'plain', size))

/** Draws all pages of a file. */
export async function drawSheets(
  vehicles: readonly Printed[],
  sheet: 'poster' | 'stickers',
  words: Words,
): Promise<Buffer> {
  const title = `Salama: ${vehicles.map(({ plate }) => plate).join(', ')}`
  return drawPdf({ title, lang: Object.keys(words)[0] ?? '' }, (pdf) => {
    if (sheet === 'poster') for (const vehicle of vehicles) drawPoster(pdf, vehicle, words)
    else drawStickers(pdf, vehicles, words)
  })
}

function drawPoster(pdf: PDFKit.PDFDocument, vehicle: Printed, words: Words) {
  pdf.addPage()
  const { width, height } = pdf.page
  const margin = 18 * MM
  const inner = width - 2 * margin
  pdf.rect(0, 30 * MM, width, 5 * MM).fill(BAND)
  line(pdf, 'Salama', { x: margin, y: 13 * MM, width: inner }, 'bold', 30)
  drawWords(pdf, words, 'title', { x: margin, y: 42 * MM, width: inner, step: 15 * MM, size: 34 })
  const side = 130 * MM
  drawQr(pdf, vehicle.link, { x: (width - side) / 2, y: 76 * MM, width: side, height: side })
  drawWords(pdf, words, 'text', { x: margin, y: 212 * MM, width: inner, step: 8 * MM, size: 15 })
  drawName(pdf, vehicle, { x: margin, y: 234 * MM, width: inner, height: 20 * MM }, 34)
  line(pdf, vehicle.link, { x: margin, y: 262 * MM, width: inner }, 'plain', 13)
  pdf.rect(0, height - 12 * MM, width, 5 * MM).fill(BAND)
}

const COLUMNS = 2
const ROWS = 3

function drawStickers(pdf: PDFKit.PDFDocument, vehicles: readonly Printed[], words: Words) {
  const margin = 10 * MM
  for (const [at, vehicle] of vehicles.entries()) {
    const place = at % (COLUMNS * ROWS)
    if (place === 0) pdf.addPage()
    const width = (pdf.page.width - 2 * margin) / COLUMNS
    const height = (pdf.page.height - 2 * margin) / ROWS
    const x = margin + (place % COLUMNS) * width
    const y = margin + Math.floor(place / COLUMNS) * height
    drawSticker(pdf, vehicle, { x, y, width, height }, words)
  }
}

function drawSticker(pdf: PDFKit.PDFDocument, vehicle: Printed, { x, y, width, height }: Box, words: Words) {
  pdf.rect(x, y, width, height).dash(3, { space: 3 }).lineWidth(0.5).stroke('#76857b').undash()
  const inner = { x: x + 4 * MM, width: width - 8 * MM }
  pdf.rect(x + 0.5, y + 0.5, width - 1, 3 * MM).fill(BAND)
  drawWords(pdf, words, 'title', { ...inner, y: y + 5 * MM, step: 5.5 * MM, size: 13 })
  const side = 50 * MM
  drawQr(pdf, vehicle.link, { x: x + (width - side) / 2, y: y + 17 * MM, width: side, height: side })
  drawName(pdf, vehicle, { ...inner, y: y + 68 * MM, height: 9 * MM }, 15)
  drawWords(pdf, words, 'text', { ...inner, y: y + 78 * MM, step: 4 * MM, size: 7.5 })
  line(pdf, vehicle.link, { ...inner, y: y + 86 * MM }, 'plain', 7.5)
}

/** The plate and the code, side by side, so that a loose sticker can be matched with its vehicle. */
function drawName(pdf: PDFKit.PDFDocument, { plate, publicCode, fleetName }: Printed, box: Box, size: number) {
  const words = [plate, publicCode].join('   ')
  line(pdf, words, box, 'bold', size)
  if (fleetName) line(pdf, fleetName, { ...box, y: box.y + size * 1.15 }, 'plain', size * 0.5)
}
