import { ContentError, readText } from '../../machinery/markdown-file.ts'

// Reading the files of authors line by line, so that every message names the file and the line.

/** A line of a file, without the white space around it. */
export type Line = { path: string; n: number; text: string }

export const SLUG = /^[a-z0-9]+(-[a-z0-9]+)*$/

/** @throws {ContentError} always */
export function fail({ path, n }: Pick<Line, 'path' | 'n'>, message: string): never {
  throw new ContentError(`${path}:${n}: ${message}`)
}

export const linesOf = (path: string): Line[] =>
  readText(path)
    .split('\n')
    .map((text, index) => ({ path, n: index + 1, text: text.trim() }))

export type HeadedText = {
  /** The front matter: each name with its value and line. */
  fields: Map<string, Line>
  title: Line
  /** The paragraphs below the title, as one. */
  text: string
}

/**
 * A file with front matter between two lines of `---` (which may be missing), a title and a text.
 *
 * @throws {ContentError} naming file and line; a field that is not among `names` is refused
 */
export function readHeadedText(path: string, names: readonly string[]): HeadedText {
  const lines = linesOf(path)
  const fields = new Map<string, Line>()
  let at = 0
  if (lines[0]?.text === '---') {
    const end = lines.findIndex(({ text }, index) => index > 0 && text === '---')
    if (end < 0) fail({ path, n: 1 }, 'the second line of --- is missing')
    for (const line of lines.slice(1, end)) {
      if (line.text === '') continue
      const { name, value } = /^(?<name>\w+):\s*(?<value>.+)$/.exec(line.text)?.groups ?? {}
      if (name === undefined || value === undefined) fail(line, 'a field is written as "name: value"')
      if (!names.includes(name)) fail(line, `there is no field "${name}"; there are: ${names.join(', ') || 'none'}`)
      fields.set(name, { ...line, text: value })
    }
    at = end + 1
  }
  const rest = lines.slice(at).filter(({ text }) => text !== '')
  const [first, ...more] = rest
  if (!first?.text.startsWith('# ')) fail(first ?? { path, n: lines.length }, 'a title must come first: "# The title"')
  const text = more.map((line) => line.text).join(' ')
  if (text === '') fail(first, 'one or two sentences must follow the title')
  return { fields, title: { ...first, text: first.text.slice(2).trim() }, text }
}

/** The names in a field, separated by commas. @throws {ContentError} */
export function namesIn(file: HeadedText, path: string, field: string): string[] {
  const line = file.fields.get(field)
  if (!line) fail({ path, n: 1 }, `the field "${field}" is missing`)
  const names = line.text.split(',').map((name) => name.trim())
  for (const [at, name] of names.entries()) {
    if (!SLUG.test(name)) fail(line, `"${name}" must consist of small letters, digits and hyphens`)
    if (names.indexOf(name) < at) fail(line, `"${name}" comes twice`)
  }
  return names
}
