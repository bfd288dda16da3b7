import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { z } from 'zod'
import { ContentError, InBoth, readMarkdown } from '../../machinery/markdown-file.ts'
import { readPicture, refuseStrayPictures } from './read-picture.ts'

// Course files: a folder for each course with course.json (titles, order, quizzes) and a Markdown file for each lesson
// and language, `<module>/<lesson>.<en|sw>.md`; pictures are described in read-picture.ts. Everything is validated here,
// because a published version can only be corrected by a new one.

const Slug = z
  .string()
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'Small letters, digits and hyphens.')
  .max(80)

const isUnique = (values: readonly string[]) => new Set(values).size === values.length

const QuestionFile = z
  .strictObject({
    key: Slug,
    kind: z.enum(['single', 'multiple', 'order', 'picture']).default('single'),
    text: InBoth,
    options: z
      .array(
        z.strictObject({
          key: Slug,
          /** For a picture its alternative text, which does not reveal the right answer. */
          text: InBoth,
          /** The file name in the folder `pictures`, for the kind `picture`. */
          picture: Slug.optional(),
        }),
      )
      .min(2)
      .max(8),
    /** Keys of the right options; for the kind `order` all of them in the right order. */
    right: z.array(Slug).min(1),
    explanation: InBoth,
    /** The lesson of the module that explains it. */
    lesson: Slug,
  })
  .superRefine(({ kind, options, right }, context) => {
    const keys = options.map((option) => option.key)
    const wrong = (message: string) => context.addIssue({ code: 'custom', path: ['right'], message })
    if (!isUnique(keys) || !isUnique(right)) wrong('A key comes twice.')
    if (right.some((key) => !keys.includes(key))) wrong('There is no such option.')
    if ((kind === 'single' || kind === 'picture') && right.length !== 1) wrong('One option is right.')
    if (options.some(({ picture }) => (picture !== undefined) !== (kind === 'picture')))
      wrong('Every option of a picture question has a picture, and no other has.')
    if (kind === 'order' && right.length !== keys.length) wrong('All options must be put into order.')
    if (kind === 'order' && right.join() === keys.join()) wrong('The options are in order already.')
  })

const CourseFile = z.strictObject({
  /** Its position in the catalogue. */
  position: z.int(),
  title: InBoth,
  summary: InBoth,
  modules: z
    .array(
      z
        .strictObject({
          slug: Slug,
          title: InBoth,
          summary: InBoth,
          lessons: z
            .array(Slug.refine((slug) => slug !== 'quiz', 'That name is the quiz’s.'))
            .min(1)
            .refine(isUnique),
          questions: z.array(QuestionFile).refine((questions) => isUnique(questions.map(({ key }) => key))),
        })
        .refine(
          ({ lessons, questions }) => questions.every(({ lesson }) => lessons.includes(lesson)),
          'A question names a lesson that the module does not have.',
        ),
    )
    .min(1)
    .refine((modules) => isUnique(modules.map(({ slug }) => slug))),
})

/** All courses of a folder. @throws {ContentError} when a file is invalid */
export function readCourses(folder: string) {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => readCourse(folder, entry.name))
    .toSorted((a, b) => a.position - b.position)
}

/** The payload of `api.load_course`. */
export type CourseToLoad = ReturnType<typeof readCourse>

function readCourse(folder: string, name: string) {
  const path = `${folder}/${name}`
  const parsed = CourseFile.safeParse(readJson(`${path}/course.json`))
  if (!parsed.success) throw new ContentError(`${path}/course.json\n${z.prettifyError(parsed.error)}`)
  const { modules, ...course } = parsed.data
  refuseStrays(
    path,
    modules.flatMap((module) => module.lessons.map((lesson) => `${module.slug}/${lesson}`)),
  )
  refuseStrayPictures(path, [
    'cover.svg',
    ...modules.flatMap(({ slug, lessons }) => lessons.map((lesson) => `${slug}/${lesson}.svg`)),
    ...modules.flatMap(({ questions }) =>
      questions.flatMap(({ options }) => options.map(({ picture }) => `pictures/${picture}.svg`)),
    ),
  ])
  return {
    slug: Slug.parse(name),
    ...course,
    cover: readScene(`${path}/cover.svg`),
    modules: modules.map(({ lessons, questions, ...module }) => ({
      ...module,
      lessons: lessons.map((slug) => readLesson(`${path}/${module.slug}`, slug)),
      questions: questions.map(({ right: _, explanation: __, lesson: ___, ...question }) => ({
        ...question,
        options: question.options.map(({ picture, ...option }) =>
          picture === undefined
            ? option
            : { ...option, picture: readPicture(`${path}/pictures/${picture}.svg`, 'question') },
        ),
      })),
      answers: Object.fromEntries(
        questions.map(({ key, right, explanation, lesson }) => [key, { right, explanation, lesson }]),
      ),
    })),
  }
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

/** A lesson that no module names would never be shown. */
function refuseStrays(path: string, lessons: string[]): void {
  const strays = readdirSync(path, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.md') && !lessons.includes(file.replaceAll('\\', '/').replace(/\.(en|sw)\.md$/, '')),
  )
  if (strays.length > 0) throw new ContentError(`${path}: in no module: ${strays.join(', ')}`)
}

function readJson(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch (cause) {
    throw new ContentError(`${path}: ${cause instanceof Error ? cause.message : cause}`, { cause })
  }
}
