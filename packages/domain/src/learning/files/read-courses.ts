import { existsSync, readdirSync } from 'node:fs'
import { basename } from 'node:path'
import { ContentError, type InBoth, readMarkdown } from '../../machinery/markdown-file.ts'
import { type QuestionText, readQuizFile } from './quiz-file.ts'
import { readPicture, refuseStrayPictures } from './read-picture.ts'
import { fail, namesIn, readHeadedText, SLUG } from './text-file.ts'

// Course files: a folder for each course, and in it one for each module. Every text is a Markdown file per language.
//
//   <course>/course.<en|sw>.md            title and summary; the English one names its position and its modules
//   <course>/<module>/module.<en|sw>.md   title and summary; the English one names its lessons
//   <course>/<module>/<lesson>.<en|sw>.md the lesson
//   <course>/<module>/quiz.<en|sw>.md     the quiz, if there is one: see quiz-file.ts
//
// Pictures are described in read-picture.ts. Everything is validated here, because a published version can only be
// corrected by a new one; every message names the file and the line. docs/courses.md explains it to authors.

/** All courses of a folder. @throws {ContentError} when a file is invalid */
export function readCourses(folder: string) {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => readCourse(`${folder}/${entry.name}`))
    .toSorted((a, b) => a.position - b.position)
}

/** The payload of `api.load_course`. */
export type CourseToLoad = ReturnType<typeof readCourse>

/** One course from its folder. @throws {ContentError} when a file is invalid */
export function readCourse(path: string) {
  const slug = basename(path)
  if (!SLUG.test(slug)) throw new ContentError(`${path}: a folder's name consists of small letters, digits and hyphens`)
  const { en, title, summary } = readHeads(`${path}/course`, ['position', 'modules'])
  const names = namesIn(en, `${path}/course.en.md`, 'modules')
  const modules = names.map((name) => readModule(path, name))
  refuseStrays(path, names, modules)
  return {
    slug,
    position: positionIn(en, `${path}/course.en.md`),
    title,
    summary,
    cover: readScene(`${path}/cover.svg`),
    modules: modules.map(({ pictures: _, ...module }) => module),
  }
}

function positionIn(file: ReturnType<typeof readHeadedText>, path: string): number {
  const line = file.fields.get('position')
  if (!line || !/^\d+$/.test(line.text)) fail(line ?? { path, n: 1 }, 'the field "position" is a number: "position: 1"')
  return Number(line.text)
}

/** The title and summary of a course or module; only the English file has front matter. */
function readHeads(base: string, fields: readonly string[]) {
  const en = readHeadedText(`${base}.en.md`, fields)
  const sw = readHeadedText(`${base}.sw.md`, [])
  return { en, title: both(en.title.text, sw.title.text), summary: both(en.text, sw.text) }
}

const both = (en: string, sw: string): InBoth => ({ en, sw })

function readModule(course: string, slug: string) {
  const path = `${course}/${slug}`
  const { en, title, summary } = readHeads(`${path}/module`, ['lessons'])
  const names = namesIn(en, `${path}/module.en.md`, 'lessons')
  for (const name of ['quiz', 'module'])
    if (names.includes(name)) fail(en.fields.get('lessons') ?? { path, n: 1 }, `no lesson can be named "${name}"`)
  const quiz = existsSync(`${path}/quiz.en.md`) || existsSync(`${path}/quiz.sw.md`) ? readQuiz(path, names) : []
  return {
    slug,
    title,
    summary,
    lessons: names.map((name) => readLesson(path, name)),
    questions: quiz.map(({ en, sw }) => ({
      key: en.key,
      kind: en.kind,
      text: both(en.text, sw.text),
      options: en.options.map(({ key, text, picture }, at) => ({
        key,
        text: both(text, sw.options[at]?.text ?? ''),
        ...(picture !== null && { picture: readPicture(`${course}/pictures/${picture}.svg`, 'question') }),
      })),
    })),
    answers: Object.fromEntries(
      quiz.map(({ en: { key, right, lesson, explanation }, sw }) => [
        key,
        { right, explanation: both(explanation, sw.explanation), lesson },
      ]),
    ),
    pictures: quiz.flatMap(({ en }) => en.options.map(({ picture }) => `pictures/${picture}.svg`)),
  }
}

/** The questions of a module in both languages. @throws {ContentError} where the two files differ in more than words */
function readQuiz(path: string, lessons: readonly string[]): { en: QuestionText; sw: QuestionText }[] {
  const [inEnglish, inSwahili] = [readQuizFile(`${path}/quiz.en.md`), readQuizFile(`${path}/quiz.sw.md`)]
  for (const { line, lesson } of inEnglish)
    if (!lessons.includes(lesson)) fail(line, `the module has no lesson "${lesson}"; it has: ${lessons.join(', ')}`)
  const extra = inSwahili[inEnglish.length]
  if (extra) fail(extra.line, 'this question is not in the English file')
  return inEnglish.map((en, at) => {
    const sw = inSwahili[at]
    if (!sw) fail(en.line, 'this question is not in the Swahili file')
    if (sw.key !== en.key) fail(sw.line, `the English file has "${en.key}" here`)
    for (const [index, option] of sw.options.entries()) {
      const other = en.options[index]
      if (option.key !== other?.key || option.picture !== other.picture)
        fail(option.line, `the English file has "${other?.key ?? 'no option'}" here`)
    }
    if (sw.options.length < en.options.length) fail(sw.line, 'the English file has more options')
    if (sw.kind !== en.kind || sw.right.join() !== en.right.join())
      fail(sw.line, 'the English file marks other options as right')
    if (sw.lesson !== en.lesson) fail(sw.line, `the English file names the lesson "${en.lesson}"`)
    return { en, sw }
  })
}

const WORDS_PER_MINUTE = 150

/** The drawing of a lesson or a course, where there is one. */
const readScene = (path: string) => (existsSync(path) ? readPicture(path, 'scene') : null)

function readLesson(folder: string, slug: string) {
  const { title, text } = readMarkdown(`${folder}/${slug}`)
  const picture = readScene(`${folder}/${slug}.svg`)
  return {
    slug,
    title,
    text,
    picture,
    minutes: Math.max(1, Math.round(text.en.split(/\s+/).length / WORDS_PER_MINUTE)),
  }
}

/** A file that nothing names would never be shown. */
function refuseStrays(path: string, names: readonly string[], modules: readonly ReturnType<typeof readModule>[]): void {
  const known = [
    'course',
    ...names.flatMap((name) => [`${name}/module`, `${name}/quiz`]),
    ...modules.flatMap(({ slug, lessons }) => lessons.map((lesson) => `${slug}/${lesson.slug}`)),
  ]
  for (const file of readdirSync(path, { recursive: true, encoding: 'utf8' }).map((name) => name.replaceAll('\\', '/')))
    if (file.endsWith('.md') && !known.includes(file.replace(/\.(en|sw)\.md$/, '')))
      throw new ContentError(`${path}/${file}: no module names this lesson, in "lessons:" of its module.en.md`)
  refuseStrayPictures(path, ['cover.svg', ...known.map((name) => `${name}.svg`), ...modules.flatMap((m) => m.pictures)])
}
