import { existsSync, readdirSync } from 'node:fs'
import { basename } from 'node:path'
import {
  baseOf,
  ContentError,
  inEach,
  LANGUAGES,
  type Languages,
  languagesOf,
  readMarkdown,
} from '../../machinery/markdown-file.ts'
import { readScene, sameScene } from './check-scene.ts'
import { type QuestionText, readQuizFile } from './quiz-file.ts'
import { readPicture, refuseStrayPictures } from './read-picture.ts'
import { fail, namesIn, readHeadedText, SLUG } from './text-file.ts'

// Course files: a folder for each course, and in it one for each module. Every text is a Markdown file per language: of
// the first language of the city, and of those others in which the course is, whole.
//
//   <course>/course.<language>.md            title and summary; the first language's names its position and its modules
//   <course>/<module>/module.<language>.md   title and summary; the first language's names its lessons
//   <course>/<module>/<lesson>.<language>.md the lesson
//   <course>/<module>/quiz.<language>.md     the quiz, if there is one: see quiz-file.ts
//
// Pictures are described in read-picture.ts. Everything is validated here, because a published version can only be
// corrected by a new one; every message names the file and the line. docs/courses.md explains it to authors.

/** All courses of a folder. @throws {ContentError} when a file is invalid */
export function readCourses(folder: string, languages = LANGUAGES) {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => readCourse(`${folder}/${entry.name}`, languages))
    .toSorted((a, b) => a.position - b.position)
}

/** The payload of `api.load_course`. */
export type CourseToLoad = ReturnType<typeof readCourse>

/** One course from its folder. @throws {ContentError} when a file is invalid */
export function readCourse(path: string, possible = LANGUAGES) {
  const slug = basename(path)
  if (!SLUG.test(slug)) throw new ContentError(`${path}: a folder's name consists of small letters, digits and hyphens`)
  const languages = languagesOf(`${path}/course`, possible)
  const { first, file, title, summary } = readHeads(`${path}/course`, languages, ['position', 'modules'])
  const names = namesIn(first, file, 'modules')
  const modules = names.map((name) => readModule(path, name, languages))
  refuseStrays(path, names, modules, languages)
  return {
    slug,
    position: positionIn(first, file),
    title,
    summary,
    cover: readDrawing(`${path}/cover.svg`),
    modules: modules.map(({ pictures: _, ...module }) => module),
  }
}

function positionIn(file: ReturnType<typeof readHeadedText>, path: string): number {
  const line = file.fields.get('position')
  if (!line || !/^\d+$/.test(line.text)) fail(line ?? { path, n: 1 }, 'the field "position" is a number: "position: 1"')
  return Number(line.text)
}

/** The title and summary of a course or module; only the file of the first language has front matter. */
function readHeads(base: string, languages: Languages, fields: readonly string[]) {
  const fileOf = (language: string) => `${base}.${language}.md`
  const [lead] = languages
  const first = readHeadedText(fileOf(lead), fields)
  const heads = inEach(languages, (each) => (each === lead ? first : readHeadedText(fileOf(each), [])))
  return {
    first,
    file: fileOf(lead),
    title: inEach(languages, (each) => heads[each]?.title.text ?? ''),
    summary: inEach(languages, (each) => heads[each]?.text ?? ''),
  }
}

function readModule(course: string, slug: string, languages: Languages) {
  const path = `${course}/${slug}`
  const { first, file, title, summary } = readHeads(`${path}/module`, languages, ['lessons'])
  const names = namesIn(first, file, 'lessons')
  for (const name of ['quiz', 'module'])
    if (names.includes(name)) fail(first.fields.get('lessons') ?? { path, n: 1 }, `no lesson can be named "${name}"`)
  const hasQuiz = languages.some((each) => existsSync(`${path}/quiz.${each}.md`))
  const quiz = hasQuiz ? readQuiz(path, names, languages) : []
  return {
    slug,
    title,
    summary,
    lessons: names.map((name) => readLesson(path, name, languages)),
    questions: quiz.map(({ key, kind, options, each }) => ({
      key,
      kind,
      text: inEach(languages, (language) => each[language]?.text ?? ''),
      options: options.map((option, at) => ({
        key: option.key,
        text: inEach(languages, (language) => each[language]?.options[at]?.text ?? ''),
        ...(option.picture !== null && {
          picture: readPicture(`${course}/pictures/${option.picture}.svg`, 'question'),
        }),
      })),
    })),
    answers: Object.fromEntries(
      quiz.map(({ key, right, lesson, each }) => [
        key,
        { right, explanation: inEach(languages, (language) => each[language]?.explanation ?? ''), lesson },
      ]),
    ),
    pictures: quiz.flatMap(({ options }) => options.map(({ picture }) => `pictures/${picture}.svg`)),
  }
}

type Question = QuestionText & { each: Record<string, QuestionText> }

/** The questions of a module in each language. @throws {ContentError} where files differ in more than words */
function readQuiz(path: string, lessons: readonly string[], [lead, ...others]: Languages): Question[] {
  const questions = readQuizFile(`${path}/quiz.${lead}.md`)
  for (const { line, lesson } of questions)
    if (!lessons.includes(lesson)) fail(line, `the module has no lesson "${lesson}"; it has: ${lessons.join(', ')}`)
  const translations = others.map((each) => ({ each, theirs: readQuizFile(`${path}/quiz.${each}.md`) }))
  for (const { theirs } of translations) {
    const extra = theirs[questions.length]
    if (extra) fail(extra.line, `this question is not in quiz.${lead}.md`)
  }
  return questions.map((question, at) => ({
    ...question,
    each: Object.fromEntries([
      [lead, question],
      ...translations.map(({ each, theirs }) => [each, sameQuestion(question, theirs[at], { lead, each })]),
    ]),
  }))
}

/** The translation of a question. @throws {ContentError} where it is missing or differs in more than words */
function sameQuestion(
  question: QuestionText,
  found: QuestionText | undefined,
  { lead, each }: { lead: string; each: string },
): QuestionText {
  const original = `quiz.${lead}.md`
  if (!found) fail(question.line, `this question is not in quiz.${each}.md`)
  if (found.key !== question.key) fail(found.line, `${original} has "${question.key}" here`)
  for (const [index, option] of found.options.entries()) {
    const other = question.options[index]
    if (option.key !== other?.key || option.picture !== other.picture)
      fail(option.line, `${original} has "${other?.key ?? 'no option'}" here`)
  }
  if (found.options.length < question.options.length) fail(found.line, `${original} has more options`)
  if (found.kind !== question.kind || found.right.join() !== question.right.join())
    fail(found.line, `${original} marks other options as right`)
  if (found.lesson !== question.lesson) fail(found.line, `${original} names the lesson "${question.lesson}"`)
  return found
}

const WORDS_PER_MINUTE = 150
const MAX_WORDS = 450

/** The drawing of a lesson or a course, where there is one. */
const readDrawing = (path: string) => (existsSync(path) ? readPicture(path, 'scene') : null)

function readLesson(folder: string, slug: string, languages: Languages) {
  const { title, text } = readMarkdown(`${folder}/${slug}`, languages)
  const [lead, ...scenes] = languages.map((each) => {
    const path = `${folder}/${slug}.${each}.md`
    return { path, scene: readScene(path, text[each] ?? '') }
  })
  for (const other of scenes) if (lead) sameScene(lead, other)
  for (const each of languages) {
    const long = (text[each] ?? '').split(/\s+/).length
    if (long > MAX_WORDS)
      fail({ path: `${folder}/${slug}.${each}.md`, n: 1 }, `${long} words; at most ${MAX_WORDS}, one ride long`)
  }
  const words = text[languages[0]]?.split(/\s+/).length ?? 0
  const picture = readDrawing(`${folder}/${slug}.svg`)
  return { slug, title, text, picture, minutes: Math.max(1, Math.round(words / WORDS_PER_MINUTE)) }
}

/** A file that nothing names would never be shown. */
function refuseStrays(
  path: string,
  names: readonly string[],
  modules: readonly ReturnType<typeof readModule>[],
  languages: Languages,
): void {
  const known = [
    'course',
    ...names.flatMap((name) => [`${name}/module`, `${name}/quiz`]),
    ...modules.flatMap(({ slug, lessons }) => lessons.map((lesson) => `${slug}/${lesson.slug}`)),
  ]
  for (const file of readdirSync(path, { recursive: true, encoding: 'utf8' }).map((name) => name.replaceAll('\\', '/')))
    if (file.endsWith('.md') && !known.includes(baseOf(file, languages)))
      throw new ContentError(
        `${path}/${file}: no module names this lesson, in "lessons:" of its module.${languages[0]}.md`,
      )
  refuseStrayPictures(path, ['cover.svg', ...known.map((name) => `${name}.svg`), ...modules.flatMap((m) => m.pictures)])
}
