import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { cityFile } from '@salama/domain/city-files'
import { loadDocuments } from '@salama/domain/documents/files'
import { coursesFolder, loadCourses, readCourses } from '@salama/domain/learning/files'
import { CITY } from '@salama/domain/shared'
import { callAs, type Database } from '../database/index.ts'
import { operatorRpc } from '../operator-rpc.ts'
import { ROOT } from '../paths.ts'
import { readDemo } from './demo-file.ts'
import { PEOPLE, type PersonName } from './people.ts'

/** The courses and documents of the city, a surveyor who passed, and a rider in progress. */
export async function seedLearning(database: Database): Promise<void> {
  const rpc = operatorRpc(database)
  if (cityFile('documents')) await loadDocuments({ rpc })
  if (cityFile('courses')) await loadCourses({ rpc })
  await learn(database, 'chebet', 'surveyor-basics', 1)
  const [course] = await database.query<{ slug: string }>(
    `select slug from app.courses where slug <> 'surveyor-basics' order by slug = 'ride-safely' desc, slug limit 1`,
  )
  if (course) await learn(database, 'amina', course.slug, 0.5)
  await database.query(
    'insert into app.profiles (user_id, display_name) values ($1, $2) on conflict (user_id) do nothing',
    [PEOPLE.chebet.id, readDemo().people.chebet ?? PEOPLE.chebet.name],
  )
}

/**
 * Completes a part of a course with right answers, through the same function as real users. An existing enrolment is
 * unchanged.
 */
async function learn(database: Database, person: PersonName, slug: string, part: number): Promise<void> {
  const { id, email } = PEOPLE[person]
  const [found] = await database.query<{ course_id: string; begun: boolean }>(
    `select c.id as course_id, e.user_id is not null as begun
       from app.courses c left join app.enrolments e on e.course_id = c.id and e.user_id = $1 where c.slug = $2`,
    [id, slug],
  )
  if (!found || found.begun) return
  const modules = readCourses(coursesFolder()).find((course) => course.slug === slug)?.modules ?? []
  const steps = modules.flatMap(({ slug: module, lessons, answers }) => [
    ...lessons.map((lesson) => ({ module, completedItems: [lesson.slug], answers: null })),
    { module, completedItems: [], answers },
  ])
  for (const { module, completedItems, answers } of steps.slice(0, Math.ceil(steps.length * part))) {
    const [row] = await database.query<{ module_id: string }>(
      'select module_id from app.module_versions where course_id = $1 and slug = $2 limit 1',
      [found.course_id, module],
    )
    await database.transaction((tx) =>
      callAs(tx, { sub: id, role: 'authenticated', email }, 'mark_learning_module_progress', {
        p_module_id: row?.module_id,
        p_completed_items: completedItems,
        p_quiz_answers: answers && Object.fromEntries(Object.entries(answers).map(([key, { right }]) => [key, right])),
      }),
    )
  }
}

/** Changes with the loaded files and the code that parses them. */
export function learningVersion(): string {
  const hash = createHash('sha256')
  for (const folder of [cityFile('courses') ?? [], cityFile('documents') ?? [], READERS].flat())
    for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort())
      if (/\.(md|json|svg|ts)$/.test(file)) hash.update(file).update(readFileSync(`${folder}/${file}`))
  hash.update(CITY.languages.join()).update(readFileSync(`${ROOT}packages/domain/src/machinery/markdown-file.ts`))
  return hash.digest('hex').slice(0, 16)
}

const READERS = ['learning', 'documents'].map((noun) => `${ROOT}packages/domain/src/${noun}/files`)
