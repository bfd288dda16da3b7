import { APOSTROPHES } from '../shared/spelling.ts'

/** A piece of a name, and whether it matched. The pieces together are the name, unchanged. */
export type Piece = { text: string; match: boolean }

/** One letter of a name: where it ends, and its key for comparison; no key for a sign or a space. */
type Letter = { start: number; end: number; key: string }

/** Abbreviations, expanded like app.search_key in supabase/schemas/65_search; a test compares the two. */
export const SPELLED_OUT: ReadonlyMap<string, string> = new Map([
  ['rd', 'road'],
  ['ave', 'avenue'],
  ['hwy', 'highway'],
  ['jn', 'junction'],
  ['jct', 'junction'],
])

/**
 * Highlights the matched words, which are keys as SQL compares them (lower case, no accents, expanded): the prefix of
 * the name that all of them make together (`kda123` in `KDA 123A`), else each word's own, and a whole abbreviation
 * (`road` in `Mutarawka Rd`). Never a part of a letter, nor one simplified otherwise than by Unicode (`ø`).
 */
export function highlight(name: string, words: readonly string[]): Piece[] {
  const letters = lettersOf(name)
  const typed = words.join('')
  const plain = letters.filter((letter) => letter.key !== '')
  const runs = typed !== '' && keyOf(plain).startsWith(typed) ? [runOf(plain, typed)] : wordRuns(letters, words)
  return cut(name, runs)
}

type Run = { start: number; end: number }

const JOINED = new RegExp(`^[\\p{M}\\p{Cf}${APOSTROPHES}]$`, 'u')

function lettersOf(name: string): Letter[] {
  const letters: Letter[] = []
  let start = 0
  for (const character of name) {
    const end = start + character.length
    const before = letters.at(-1)
    // A combining accent belongs to the letter before it, and so do a joiner and an apostrophe.
    if (JOINED.test(character) && before?.key) before.end = end
    else letters.push({ start, end, ...fold(character) })
    start = end
  }
  return letters
}

function fold(character: string): { key: string } {
  const key = character.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  return /^[\p{L}\p{N}]+$/u.test(key) ? { key } : { key: '' }
}

const keyOf = (letters: readonly Letter[]) => letters.map((letter) => letter.key).join('')

/** From the first of these letters to the one that completes the word. */
function runOf(letters: readonly Letter[], word: string): Run {
  let length = 0
  const last = letters.find((letter) => {
    length += letter.key.length
    return length >= word.length
  })
  const start = letters[0]?.start ?? 0
  return { start, end: last?.end ?? start }
}

function wordRuns(letters: readonly Letter[], words: readonly string[]): Run[] {
  const runs: Run[] = []
  for (const word of splitWords(letters)) {
    const key = keyOf(word)
    const spelled = SPELLED_OUT.get(key) ?? key
    const fits = words
      .filter((each) => each !== '' && (key.startsWith(each) || spelled.startsWith(each)))
      .sort((a, b) => b.length - a.length)[0]
    if (fits !== undefined) runs.push(runOf(word, key.startsWith(fits) ? fits : key))
  }
  return runs
}

function splitWords(letters: readonly Letter[]): Letter[][] {
  const words: Letter[][] = [[]]
  for (const letter of letters) {
    if (letter.key !== '') words.at(-1)?.push(letter)
    else words.push([])
  }
  return words.filter((word) => word.length > 0)
}

function cut(name: string, runs: readonly Run[]): Piece[] {
  const pieces: Piece[] = []
  let at = 0
  for (const { start, end } of runs) {
    pieces.push({ text: name.slice(at, start), match: false }, { text: name.slice(start, end), match: true })
    at = end
  }
  pieces.push({ text: name.slice(at), match: false })
  return pieces.filter((piece) => piece.text !== '')
}
