import { createRequire } from 'node:module'
import { openDatabase, type TestDatabase } from '@salama/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fontFile, fontRuns } from '../machinery/print.ts'
import { certificatePdf } from './certificate-pdf.ts'

let db: TestDatabase
beforeAll(async () => {
  db = await openDatabase()
})
afterAll(() => db.close())

// The reader of fonts that draws the PDF.
const require = createRequire(import.meta.url)
const fontkit: { openSync: (path: string) => { hasGlyphForCodePoint: (code: number) => boolean } } = require('fontkit')
const opened = new Map<string, ReturnType<typeof fontkit.openSync>>()
const has = (file: string, code: number) => {
  const font = opened.get(file) ?? fontkit.openSync(file)
  opened.set(file, font)
  return font.hasGlyphForCodePoint(code)
}

const choose = (p_display_name: string) => db.as('chebet').rpc('choose_display_name', { p_display_name })

/** The letters that no font of a line has, in either weight. */
const missingIn = (line: string) =>
  fontRuns(line).flatMap(({ text, font }) =>
    [...text].filter((letter) =>
      (['plain', 'bold'] as const).some((weight) => !has(fontFile(font, weight), letter.codePointAt(0) ?? 0)),
    ),
  )

test('every letter that a name may have is in the fonts of certificates, in both weights', async () => {
  const [row] = await db.sql<{ letters: string[] }>(
    `select array_agg(chr(n)) as letters from generate_series(32, 65535) n
      where n not between 55296 and 57343 and app.is_printable(normalize(chr(n), nfc))`,
  )
  const letters = row?.letters ?? []
  expect(letters.length).toBeGreaterThan(1200)
  expect(letters.filter((letter) => missingIn(letter).length > 0 || missingIn(`\u0169${letter}`).length > 0)).toEqual(
    [],
  )
})

test.each([
  'Wanjir\u0169 wa K\u0129mani',
  'Wanjiru\u0303 wa Ki\u0303mani',
  '\u0645\u062d\u0645\u062f \u0639\u0628\u062f \u0627\u0644\u0644\u0647',
  '\u1230\u120b\u121d \u1270\u1235\u134b\u12ec',
  '\u015etefan \u0141ukasz',
  'Ng\u2019ang\u02bca \u014cta',
])('the name "%s" is saved, and printed without a box', async (name) => {
  const { displayName } = (await choose(name)) as { displayName: string }
  expect(displayName).toBe(name.normalize('NFC'))
  expect(missingIn(displayName)).toEqual([])
  const words = {
    title: 'Certificate',
    completed: 'completed',
    course: 'Surveyor basics',
    issued: 'today',
    check: 'Check',
  }
  const pdf = await certificatePdf({ ...words, name: displayName, code: 'X', link: 'https://x.test', locale: 'en' })
  expect(pdf.toString('latin1', 0, 5)).toBe('%PDF-')
})

test('Arabic is one run, so that its letters are joined and its words run right to left', () => {
  const name = '\u0645\u062d\u0645\u062f \u0639\u0628\u062f'
  expect(fontRuns(name).map(({ text }) => text)).toEqual([name])
})

test.each([
  'Ali \u{1f68c}',
  '\u5b89\u5168',
  '\u041c\u0430\u0440\u0438\u044f',
  'Ali \u0639\u0644\u064a',
  'M\u0303wangi',
  'A\u200cB',
])('the name "%s" is refused with the reason, and the one before stays', async (name) => {
  await choose('Chebet')
  await expect(choose(name)).rejects.toMatchObject({ slug: 'invalid_request', detail: { path: 'displayName' } })
  expect(await db.as('chebet').rpc('get_current_user')).toMatchObject({ displayName: 'Chebet' })
})
