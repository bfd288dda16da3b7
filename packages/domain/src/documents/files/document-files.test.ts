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

test.each([
  ['without its other language', 'terms/2026-11-01.en.md'],
  ['with a day that is none', 'terms/2026-02-30.en.md'],
  ['with a name that is no version', 'terms/new.en.md'],
])('fails to load a document %s', (_, file) => {
  const folder = mkdtempSync(join(tmpdir(), 'salama-documents-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  mkdirSync(join(folder, 'terms'))
  writeFileSync(join(folder, file), '# Terms\n\nWords.\n')
  if (file.includes('-02-30')) writeFileSync(join(folder, file.replace('.en', '.sw')), '# Masharti\n\nManeno.\n')
  expect(() => readDocuments(folder)).toThrow()
})
