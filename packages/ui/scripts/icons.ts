import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'

// Draws the icons of the installable apps: `node packages/ui/scripts/icons.ts`. All show the minibus with its band; the
// background tells them apart on a home screen. The surveyor app's, with a tick, are drawn separately.

const APPS = join(import.meta.dirname, '../../../apps')
const PAPER = '#faf5e9'
const BAND = '#ffc72c'
const INK = '#12261d'
const BODY = '#14432f'

/** The background and the colours of the minibus: its band is yellow, unless the background is. */
const LOOKS = {
  rider: { ground: PAPER, body: BODY, band: BAND, glass: '#ffffff', wheel: INK },
  learning: { ground: '#8fd6b0', body: BODY, band: BAND, glass: '#ffffff', wheel: INK },
  admin: { ground: INK, body: PAPER, band: BAND, glass: BODY, wheel: '#76857b' },
} as const
type Look = (typeof LOOKS)[keyof typeof LOOKS]

/** `inset`: the margin around the minibus, of 48; a mask may cut off a fifth on every side. */
function drawing(
  { ground, body, band, glass, wheel }: Look,
  { inset, corner }: { inset: number; corner: number },
): string {
  const scale = (48 - 2 * inset) / 44
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 48 48">
  <title>Salama</title>
  <rect width="48" height="48" rx="${corner}" fill="${ground}"/>
  <g transform="translate(24 24) scale(${scale.toFixed(4)}) translate(-24 -25.5)">
    <rect x="2" y="8" width="44" height="29" rx="6" fill="${body}"/>
    <path d="M8 14h9v8H8zM20 14h9v8h-9zM32 14h6a3 3 0 0 1 3 3v5h-9z" fill="${glass}"/>
    <path d="M2 26h44v5H2z" fill="${band}"/>
    <circle cx="13" cy="38" r="5" fill="${wheel}" stroke="${ground}" stroke-width="2"/>
    <circle cx="35" cy="38" r="5" fill="${wheel}" stroke="${ground}" stroke-width="2"/>
  </g>
</svg>
`
}

const png = (svg: string, px: number, path: string) =>
  sharp(Buffer.from(svg), { density: 72 * (px / 48) })
    .resize(px, px)
    .png({ compressionLevel: 9, palette: true })
    .toFile(path)

for (const [app, look] of Object.entries(LOOKS)) {
  const icons = join(APPS, app, 'public/icons')
  mkdirSync(icons, { recursive: true })
  const rounded = drawing(look, { inset: 5, corner: 10 })
  const whole = drawing(look, { inset: 10, corner: 0 })
  writeFileSync(join(APPS, app, 'app/icon.svg'), rounded)
  await png(rounded, 192, join(icons, '192.png'))
  await png(rounded, 512, join(icons, '512.png'))
  await png(whole, 512, join(icons, 'maskable-512.png'))
  await png(drawing(look, { inset: 7, corner: 0 }), 180, join(APPS, app, 'app/apple-icon.png'))
}
