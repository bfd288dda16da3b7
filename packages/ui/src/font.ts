import localFont from 'next/font/local'

/**
 * Atkinson Hyperlegible Next (Braille Institute, SIL Open Font License 1.1), Latin letters only, which cover English and
 * Swahili. Served by the app itself and preloaded. If it is not there when the page is first drawn, that page keeps the
 * phone's own type: letters that change under the eyes move everything below them (phones have no Arial that Next could
 * fit to its widths), and the next page has it. Put `hyperlegible.variable` on <html>.
 */
export const hyperlegible = localFont({
  src: '../../../node_modules/@fontsource-variable/atkinson-hyperlegible-next/files/atkinson-hyperlegible-next-latin-wght-normal.woff2',
  weight: '200 800',
  display: 'optional',
  variable: '--font-hyperlegible',
})
