import localFont from 'next/font/local'

/**
 * Atkinson Hyperlegible Next (Braille Institute, SIL OFL 1.1), Latin subset, self-hosted; <html> has
 * `hyperlegible.variable` as a class. `optional`: a page painted before it is there keeps the phone's font, so nothing
 * moves under a finger, and not preloaded: what the page needs to respond comes first.
 */
export const hyperlegible = localFont({
  src: '../../../node_modules/@fontsource-variable/atkinson-hyperlegible-next/files/atkinson-hyperlegible-next-latin-wght-normal.woff2',
  weight: '200 800',
  display: 'optional',
  preload: false,
  variable: '--font-hyperlegible',
})
