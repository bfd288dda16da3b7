import { fail, type Line, linesOf, SLUG } from './text-file.ts'

// The quiz of a module in one language, `<module>/quiz.<language>.md`. Its form follows the plain text of other learning
// platforms, so that authors can read and write it without a tool:
//
//   ## Why read the plate before you step in? {#why-plate}
//
//   - (x) To say later which vehicle it was {#later}
//   - ( ) There is no reason {#luck}
//
//   > Afterwards the vehicle is gone.
//
//   Lesson: look-at-the-vehicle
//
// `( )` means that one option is right, `[ ]` one or more, `(1)` the place in an order; an option with a picture is
// `- (x) ![what it shows](its-name) {#key}`.

export type QuestionText = {
  line: Line
  key: string
  kind: 'single' | 'multiple' | 'order' | 'picture'
  text: string
  options: { line: Line; key: string; text: string; picture: string | null }[]
  /** The keys of the right options; of an order all of them, in order. */
  right: string[]
  explanation: string
  lesson: string
}

const QUESTION = /^## (?<text>.+?) \{#(?<key>[^}]*)\}$/
const OPTION = /^- (?<open>[([])(?<mark>[ x]|\d+)[)\]] (?<rest>.+?) \{#(?<key>[^}]*)\}$/
const PICTURE = /^!\[(?<text>[^\]]+)\]\((?<name>[^)]+)\)$/

/** The questions of a file. @throws {ContentError} naming file and line */
export function readQuizFile(path: string): QuestionText[] {
  const questions: QuestionText[] = []
  const marks = new Map<QuestionText, { open: string; mark: string; key: string }[]>()
  for (const line of linesOf(path)) {
    const { text } = line
    const question = questions.at(-1)
    if (text === '') continue
    if (text.startsWith('#')) {
      const found = QUESTION.exec(text)?.groups
      if (!found) fail(line, 'a question is written as "## The question? {#its-key}"')
      const key = slugOf(line, found.key)
      if (questions.some((each) => each.key === key)) fail(line, `two questions have the key "${key}"`)
      const next: QuestionText = {
        line,
        key,
        kind: 'single',
        text: found.text ?? '',
        options: [],
        right: [],
        explanation: '',
        lesson: '',
      }
      marks.set(next, [])
      questions.push(next)
    } else if (!question) fail(line, 'the first line must be a question: "## The question? {#its-key}"')
    else if (text.startsWith('- ')) {
      const { open, mark, rest, key: written } = OPTION.exec(text)?.groups ?? {}
      if (open === undefined || mark === undefined || rest === undefined)
        fail(line, 'an option is written as "- (x) Its text {#its-key}", with ( ) or [ ] where it is wrong')
      const key = slugOf(line, written)
      if (question.options.some((each) => each.key === key)) fail(line, `two options have the key "${key}"`)
      const drawn = PICTURE.exec(rest)?.groups
      const picture = drawn?.name === undefined ? null : slugOf(line, drawn.name)
      question.options.push({ line, key, text: drawn?.text ?? rest, picture })
      marks.get(question)?.push({ open, mark, key })
    } else if (text.startsWith('>')) question.explanation = `${question.explanation} ${text.slice(1).trim()}`.trim()
    else if (text.startsWith('Lesson: ')) question.lesson = slugOf(line, text.slice('Lesson: '.length))
    else fail(line, 'neither a question (##), an option (-), an explanation (>) nor "Lesson: its-name"')
  }
  for (const question of questions) finish(question, marks.get(question) ?? [])
  return questions
}

/** Sets the kind and the right options. @throws {ContentError} where the marks do not fit together */
function finish(question: QuestionText, marks: readonly { open: string; mark: string; key: string }[]): void {
  const { line, options } = question
  const isOrder = marks.some(({ mark }) => /\d/.test(mark))
  const isMultiple = marks.some(({ open }) => open === '[')
  const hasPictures = options.some(({ picture }) => picture !== null)
  question.kind = isOrder ? 'order' : isMultiple ? 'multiple' : hasPictures ? 'picture' : 'single'
  const chosen = isOrder
    ? marks.toSorted((a, b) => Number(a.mark) - Number(b.mark))
    : marks.filter(({ mark }) => mark === 'x')
  question.right = chosen.map(({ key }) => key)
  // Of two options a guess is right half of the time.
  if (options.length < 3 || options.length > 8) fail(line, 'a question has three to eight options')
  if (isMultiple && marks.some(({ open }) => open !== '[')) fail(line, 'all options have ( ), or all have [ ]')
  if (isOrder && chosen.some(({ mark }, index) => Number(mark) !== index + 1))
    fail(line, `the places of an order are (1) to (${options.length}), each once`)
  if (isOrder && chosen.every(({ key }, index) => key === options[index]?.key))
    fail(line, 'the options are in order already; mix them')
  if (!isOrder && question.right.length === 0) fail(line, 'no option is marked as right, with (x) or [x]')
  if (!isOrder && !isMultiple && question.right.length > 1)
    fail(line, 'with ( ) one option is right; use [ ] for several')
  if (hasPictures && (isMultiple || isOrder || options.some(({ picture }) => picture === null)))
    fail(line, 'all options have a picture or none, with ( )')
  if (question.explanation === '') fail(line, 'the reason is missing: "> Why it is so."')
  if (question.lesson === '') fail(line, 'the lesson is missing: "Lesson: its-name"')
}

function slugOf(line: Line, text: string | undefined): string {
  if (text === undefined || !SLUG.test(text)) fail(line, `"${text}" must consist of small letters, digits and hyphens`)
  return text
}
