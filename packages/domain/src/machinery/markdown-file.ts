import { existsSync, readFileSync } from 'node:fs'
import { CITY } from '../shared/city.ts'

// Texts are Markdown files, one per language: `name.en.md`, `name.fr.md`. The first line is the title. A file that is
// missing, empty or contains HTML stops the load, so that no page shows it.

/** Languages in order. What has a text has it in the first one; readers of the others get that where theirs is missing. */
export type Languages = readonly [string, ...string[]]
export const LANGUAGES: Languages = CITY.languages
export type InEach = Record<string, string>

/** Something for each language. */
export const inEach = <T>(languages: Languages, of: (language: string) => T): Record<string, T> =>
  Object.fromEntries(languages.map((language) => [language, of(language)]))

/** The first language, and those others in which `<base>.<language>.md` exists. */
export const languagesOf = (base: string, [first, ...others]: Languages): Languages => [
  first,
  ...others.filter((each) => existsSync(`${base}.${each}.md`)),
]

/** The problems of the files, one per line. */
export class ContentError extends Error {
  override name = 'ContentError'
}

/** A name without `.<language>.md`. @throws {ContentError} where the language is none of these */
export function baseOf(file: string, languages: Languages): string {
  const { base, language } = /^(?<base>.*)\.(?<language>[\w-]+)\.md$/.exec(file)?.groups ?? {}
  if (base !== undefined && language !== undefined && languages.includes(language)) return base
  throw new ContentError(`${file}: must end with a language, like .${languages.join('.md, .')}.md`)
}

/** `<base>.<language>.md` in each language. @throws {ContentError} */
export function readMarkdown(base: string, languages: Languages): { title: InEach; text: InEach } {
  const read = languages.map((language) => [language, readOne(`${base}.${language}.md`)] as const)
  return {
    title: Object.fromEntries(read.map(([language, { title }]) => [language, title])),
    text: Object.fromEntries(read.map(([language, { text }]) => [language, text])),
  }
}

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
