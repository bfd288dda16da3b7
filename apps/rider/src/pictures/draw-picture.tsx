import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { LRUCache } from 'lru-cache'
import { ImageResponse } from 'next/og'
import { drawMap, hasStreets, type Scene } from './map-svg.ts'

// The pictures of shared links, drawn on the server with our own font, and with Noto Sans for the Latin letters that it
// lacks (ĩ, ũ). Nothing is loaded from other hosts: for
// characters that its fonts lack the renderer would ask Google for one, so they are removed before.

export type PictureWords = {
  /** What it is, in small letters above the title. */
  kind: string
  title: string
  /** One or two sentences. */
  lines: readonly string[]
  /** A number plate, shown as one instead of the title. */
  plate?: string
  /** Where it is, drawn beside the words. */
  map?: Scene | null
}

/** The size of the map on a picture. */
export const MAP_SIZE = { width: 460, height: 594 }

const SIZE = { width: 1200, height: 630 }
const FONTS = '../../node_modules/@fontsource'
const SUBSETS = [
  ['atkinson-hyperlegible-next', 'latin'],
  ['noto-sans', 'latin-ext'],
] as const
const WEIGHTS = [400, 700] as const

let fonts: Promise<{ name: string; data: Buffer; weight: (typeof WEIGHTS)[number] }[]> | undefined

const loadFonts = () =>
  Promise.all(
    SUBSETS.flatMap(([name, subset]) =>
      WEIGHTS.map(async (weight) => ({
        name: subset === 'latin' ? 'Hyperlegible' : 'Noto',
        weight,
        data: await readFile(join(process.cwd(), FONTS, name, 'files', `${name}-${subset}-${weight}-normal.woff`)),
      })),
    ),
  )

/** Drawing takes tens of milliseconds of CPU and the same link is often asked for, so pictures are cached. */
const drawn = new LRUCache<string, Promise<ArrayBuffer>>({ max: 200 })

/** Whether a picture would cost nothing. */
export const isDrawn = (words: PictureWords): boolean => drawn.has(JSON.stringify(words))

export function drawPicture(words: PictureWords): Promise<ArrayBuffer> {
  const key = JSON.stringify(words)
  const known = drawn.get(key)
  if (known) return known
  const picture = render(words)
  drawn.set(key, picture)
  picture.catch(() => drawn.delete(key))
  return picture
}

async function render(words: PictureWords): Promise<ArrayBuffer> {
  fonts ??= loadFonts()
  const map = words.map ? await drawMap(words.map, 'light') : null
  const src = map && `data:image/svg+xml;base64,${Buffer.from(map).toString('base64')}`
  return new ImageResponse(<Picture {...words} src={src} hasStreets={await hasStreets()} />, {
    ...SIZE,
    fonts: await fonts,
  }).arrayBuffer()
}

/** What neither font has. */
const UNKNOWN =
  /[^\u0020-\u007e\u00a0-\u024f\u02bb\u02bc\u1e00-\u1e9e\u2013\u2014\u2018\u2019\u201c\u201d\u2022\u2026]/g

const drawable = (text: string, most: number) => {
  const known = text.normalize('NFC').replace(UNKNOWN, '').trim()
  return known.length > most ? `${known.slice(0, most - 1).trimEnd()}…` : known
}

const INK = '#0e3324'
/** The place of an incident, in the middle of its map. */
const SPOT = {
  display: 'flex',
  position: 'absolute',
  left: MAP_SIZE.width / 2 - 28,
  top: MAP_SIZE.height / 2 - 28,
  width: 56,
  height: 56,
  borderRadius: 28,
  background: '#a04e00',
  border: '7px solid #fffdf8',
} as const
const BAND = '#ffc72c'

type Drawn = PictureWords & { src: string | null; hasStreets: boolean }

function Picture({ kind, title, lines, plate, map, src, hasStreets: hasCredit }: Drawn) {
  return (
    <div
      style={{
        width: '100%',
        height: '100%',
        display: 'flex',
        flexDirection: 'column',
        background: '#14432f',
        color: '#ffffff',
        fontFamily: 'Hyperlegible, Noto',
        padding: `56px ${src ? MAP_SIZE.width + 48 : 72}px 0 72px`,
        position: 'relative',
      }}
    >
      {src && (
        <div style={{ display: 'flex', position: 'absolute', right: 0, top: 0, ...MAP_SIZE }}>
          {/* biome-ignore lint/performance/noImgElement: not for a browser */}
          <img src={src} alt="" {...MAP_SIZE} />
          {map?.isSpot && <div style={SPOT} />}
          {hasCredit && (
            <div
              style={{
                display: 'flex',
                position: 'absolute',
                right: 0,
                bottom: 0,
                padding: '2px 10px',
                fontSize: 18,
                background: '#fffdf8',
                color: INK,
              }}
            >
              © OpenStreetMap contributors
            </div>
          )}
        </div>
      )}
      <div style={{ display: 'flex', alignItems: 'center', fontSize: 40, fontWeight: 700 }}>
        <Minibus />
        <div style={{ display: 'flex', marginLeft: 20 }}>Salama</div>
        <div style={{ display: 'flex', marginLeft: 'auto', fontWeight: 400, fontSize: 34 }}>{drawable(kind, 40)}</div>
      </div>
      <div style={{ display: 'flex', flexDirection: 'column', flexGrow: 1, justifyContent: 'center' }}>
        {plate === undefined ? (
          <div style={{ display: 'flex', fontSize: src ? 60 : 76, fontWeight: 700, lineHeight: 1.1 }}>
            {drawable(title, 70)}
          </div>
        ) : (
          <div
            style={{
              display: 'flex',
              alignSelf: 'flex-start',
              fontSize: 96,
              fontWeight: 700,
              letterSpacing: 8,
              padding: '8px 36px',
              background: '#ffffff',
              color: INK,
              border: `6px solid ${INK}`,
              borderRadius: 16,
            }}
          >
            {drawable(plate, 14)}
          </div>
        )}
        {lines.map((line) => (
          <div key={line} style={{ display: 'flex', marginTop: 20, fontSize: src ? 34 : 40, lineHeight: 1.25 }}>
            {drawable(line, 110)}
          </div>
        ))}
      </div>
      <div
        style={{
          display: 'flex',
          position: 'absolute',
          left: 0,
          bottom: 0,
          width: SIZE.width,
          height: 36,
          background: BAND,
        }}
      />
    </div>
  )
}

const Minibus = () => (
  <svg width="72" height="72" viewBox="0 0 48 48" aria-hidden="true">
    <rect x="2" y="8" width="44" height="29" rx="6" fill="#ffffff" />
    <path d="M8 14h9v8H8zM20 14h9v8h-9zM32 14h6a3 3 0 0 1 3 3v5h-9z" fill={INK} />
    <path d="M2 26h44v5H2z" fill={BAND} />
    <circle cx="13" cy="38" r="5" fill="#76857b" stroke="#14432f" strokeWidth="2" />
    <circle cx="35" cy="38" r="5" fill="#76857b" stroke="#14432f" strokeWidth="2" />
  </svg>
)
