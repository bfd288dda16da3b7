import localFont from 'next/font/local'

/**
 * Atkinson Hyperlegible Next (Braille Institute, SIL Open Font License 1.1), Latin subset, which covers English and
 * Swahili. Self-hosted. If it is not loaded at first paint, that page keeps the phone's own font, because swapping would
 * shift the layout (phones have no Arial that Next could adjust), and the next page uses it. Not preloaded: on a slow
 * network its 34 kB would delay the page and come too late for it anyway. `LateFont` puts `hyperlegible.variable` on
 * <html>.
 */
export const hyperlegible = localFont({
  src: '../../../node_modules/@fontsource-variable/atkinson-hyperlegible-next/files/atkinson-hyperlegible-next-latin-wght-normal.woff2',
  weight: '200 800',
  display: 'optional',
  preload: false,
  variable: '--font-hyperlegible',
})
