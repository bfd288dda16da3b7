import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { documentsFolder, readDocuments } from './index.ts'

const documents = readDocuments(documentsFolder())

test('terms, privacy and the surveyor agreement are included in both languages', () => {
  expect(new Set(documents.map((document) => document.key))).toEqual(
    new Set(['terms', 'privacy', 'surveyor-agreement']),
  )
  for (const { title, text } of documents) {
    expect(title.en).not.toBe(title.sw)
    // Whether a lawyer has read them is the operator's to know, not to be shown to riders.
    expect(`${title.en} ${text.en}`).not.toMatch(/draft|lawyer/i)
    expect(`${title.sw} ${text.sw}`).not.toMatch(/rasimu|wakili/i)
  }
})

test('the privacy text names the retention periods in both languages', () => {
  const text = documents.find((document) => document.key === 'privacy')?.text
  for (const days of ['90', '180', '24']) for (const words of [text?.en, text?.sw]) expect(words).toContain(days)
})

/** A folder with these files of terms. */
function folderWith(...files: string[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'salama-documents-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  mkdirSync(join(folder, 'terms'))
  for (const file of files) writeFileSync(join(folder, 'terms', file), '# Terms\n\nWords.\n')
  return folder
}

test.each([
  ['without the first language of the city', ['2026-11-01.sw.md'], /2026-11-01\.en\.md: cannot be read/],
  ['in a language that the city does not have', ['2026-11-01.en.md', '2026-11-01.es.md'], /\.en\.md, \.sw\.md/],
  ['with a day that is none', ['2026-02-30.en.md', '2026-02-30.sw.md'], /date/],
  ['with a name that is no version', ['new.en.md'], /new: not <key>\/<day>/],
])('fails to load a document %s', (_, files, message) => {
  expect(() => readDocuments(folderWith(...files))).toThrow(message)
})

test('a document is in the languages of the city in which it is written, the first at least', () => {
  expect(readDocuments(folderWith('2026-11-01.en.md')).map(({ title }) => title)).toEqual([{ en: 'Terms' }])
  const inMexico = readDocuments(`${documentsFolder()}/../../mexico-city/documents`, ['es', 'en'])
  expect(new Set(inMexico.map(({ key, title }) => `${key}: ${Object.keys(title)}`))).toEqual(
    new Set(['privacy: es,en', 'surveyor-agreement: es,en', 'terms: es,en']),
  )
})
