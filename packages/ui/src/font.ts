import localFont from 'next/font/local'

/**
 * Atkinson Hyperlegible Next (Braille Institute, SIL Open Font License 1.1), Latin letters only, which cover English and
 * Swahili. Served by the app itself; Next preloads it and fits the fallback to its widths, so that nothing moves when it
 * arrives. Put `hyperlegible.variable` on <html>.
 */
export const hyperlegible = localFont({
  src: '../../../node_modules/@fontsource-variable/atkinson-hyperlegible-next/files/atkinson-hyperlegible-next-latin-wght-normal.woff2',
  weight: '200 800',
  display: 'swap',
  variable: '--font-hyperlegible',
})
