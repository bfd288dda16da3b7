import localFont from 'next/font/local'

/**
 * Atkinson Hyperlegible Next (Braille Institute, SIL Open Font License 1.1), Latin subset, which covers English and
 * Swahili. Self-hosted. `optional`: a page that is painted before the font is there keeps the phone's own, so nothing
 * moves under a finger, and the next page uses it. Not preloaded: a browser fetches an optional font after what the page
 * needs to respond. <html> has `hyperlegible.variable` as a class.
 */
export const hyperlegible = localFont({
  src: '../../../node_modules/@fontsource-variable/atkinson-hyperlegible-next/files/atkinson-hyperlegible-next-latin-wght-normal.woff2',
  weight: '200 800',
  display: 'optional',
  preload: false,
  variable: '--font-hyperlegible',
})
