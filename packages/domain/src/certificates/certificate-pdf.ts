import { BAND, drawPdf, drawQr, INK, line, MM } from '../machinery/print.ts'

type Printed = {
  /** Of the page that checks it. */
  link: string
  title: string
  name: string | null
  /** What the holder did, in two lines: the course between them. */
  completed: string
  course: string
  issued: string
  code: string
  check: string
  locale: string
}

/** A certificate on one A4 page, with the QR code that leads to its check. */
export const certificatePdf = (printed: Printed): Promise<Buffer> =>
  drawPdf({ title: `${printed.title}: ${printed.course}`, lang: printed.locale, layout: 'landscape' }, (pdf) => {
    pdf.addPage()
    const { width, height } = pdf.page
    const box = { x: 24 * MM, width: width - 48 * MM }
    pdf
      .rect(10 * MM, 10 * MM, width - 20 * MM, height - 20 * MM)
      .lineWidth(2)
      .stroke(INK)
    pdf.rect(10 * MM, 34 * MM, width - 20 * MM, 5 * MM).fill(BAND)
    line(pdf, 'Salama', { ...box, y: 18 * MM }, 'bold', 30)
    line(pdf, printed.title, { ...box, y: 48 * MM }, 'plain', 20)
    if (printed.name) line(pdf, printed.name, { ...box, y: 62 * MM }, 'bold', 38)
    line(pdf, printed.completed, { ...box, y: 86 * MM }, 'plain', 18)
    line(pdf, printed.course, { ...box, y: 97 * MM }, 'bold', 26)
    line(pdf, printed.issued, { ...box, y: 113 * MM }, 'plain', 16)
    const side = 46 * MM
    drawQr(pdf, printed.link, { x: (width - side) / 2, y: 126 * MM, width: side, height: side })
    line(pdf, printed.code, { ...box, y: 175 * MM }, 'bold', 13)
    line(pdf, `${printed.check} ${printed.link}`, { ...box, y: 183 * MM }, 'plain', 11)
  })
