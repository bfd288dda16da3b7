import { readFileSync } from 'node:fs'
import { z } from 'zod'

// Texts are Markdown files, one per language: `name.en.md` and `name.sw.md`. The first line is the title. A file that
// is missing, empty or contains HTML stops the load, so that no page shows it.

/** Courses and documents are in these two so far. */
const LANGUAGES = ['en', 'sw'] as const
const Words = z.string().trim().min(1)
/** The same text in both languages. */
export const InBoth = z.strictObject({ en: Words, sw: Words })
export type InBoth = z.infer<typeof InBoth>

/** The problems of the files, one per line. */
export class ContentError extends Error {
  override name = 'ContentError'
}

/** `<base>.en.md` and `<base>.sw.md`. @throws {ContentError} */
export function readMarkdown(base: string): { title: InBoth; text: InBoth } {
  const [en, sw] = LANGUAGES.map((locale) => readOne(`${base}.${locale}.md`))
  return InBothParts.parse({ title: { en: en?.title, sw: sw?.title }, text: { en: en?.text, sw: sw?.text } })
}

const InBothParts = z.object({ title: InBoth, text: InBoth })

function readOne(path: string): { title: string; text: string } {
  const whole = readText(path)
  /** The message of a problem, with its line: the first one below the title that fits. */
  const problem = (pattern: RegExp, message: string) => {
    const line = whole.split('\n').findIndex((each, index) => index > 0 && pattern.test(each))
    return new ContentError(`${path}:${line + 1}: ${message}`)
  }
  const match = /^# (?<title>.+)\n+(?<text>[\s\S]*\S)\s*$/.exec(whole)
  if (!match?.groups) throw new ContentError(`${path}:1: must begin with "# Title", and then say something`)
  const { title = '', text = '' } = match.groups
  if (/<[a-z!/]/i.test(text)) throw problem(/<[a-z!/]/i, 'HTML is not possible')
  if (/^# /m.test(text)) throw problem(/^# /, 'one title is enough; use ## for parts')
  return { title: title.trim(), text }
}

/** The text of a file. @throws {ContentError} when it cannot be read */
export function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8').replaceAll('\r\n', '\n')
  } catch (cause) {
    throw new ContentError(`${path}: cannot be read`, { cause })
  }
}
