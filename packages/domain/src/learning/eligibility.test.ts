import { CAST } from '@salama/testing'
import { expect, test } from 'vitest'
import type { z } from 'zod'
import { citySettings } from '../machinery/city-files.ts'
import { useField } from '../surveyor/test/field.ts'
import type { CourseContent } from './contract.ts'
import { rightAnswers } from './test/school.ts'

const field = useField()
const COURSE = 'surveyor-basics'

test('a surveyor can claim a slot only from the moment that "Surveyor basics" is passed', async () => {
  await field.db.sql(`insert into app.user_roles (user_id, role) values ($1, 'surveyor')`, [CAST.eve.id])
  const { id } = await field.assignment()
  const refused = { slug: 'not_eligible', detail: { course: COURSE } }
  await expect(field.claim('eve', id)).rejects.toMatchObject(refused)
  const { modules } = (await field.rpc('eve', 'get_learning_course', { p_id: COURSE })) as z.infer<typeof CourseContent>
  for (const module of modules) {
    await expect(field.claim('eve', id)).rejects.toMatchObject(refused)
    await field.rpc('eve', 'mark_learning_module_progress', {
      p_module_id: module.id,
      p_completed_items: module.lessons.map((lesson) => lesson.slug),
      p_quiz_answers: rightAnswers(COURSE, module.slug),
    })
  }
  expect(await field.claim('eve', id)).toMatchObject({ state: 'claimed', repeated: false })
})

test('only the course required for surveyors has neededBy set', async () => {
  const { data } = (await field.rpc('eve', 'list_learning_courses')) as { data: { slug: string; neededBy: unknown }[] }
  expect(data.filter(({ neededBy }) => neededBy !== null).map(({ slug, neededBy }) => [slug, neededBy])).toEqual([
    [COURSE, 'surveyor'],
  ])
})

// The last test: the courses are kept from one to the next.
test('a city whose folder has the course requires it before it is loaded, and one without it asks for none', async () => {
  await field.db.sql(`insert into app.user_roles (user_id, role) values ($1, 'surveyor')`, [CAST.eve.id])
  const { id } = await field.assignment()
  expect(citySettings().hasSurveyorCourse).toBe(true)
  const refused = { slug: 'not_eligible', detail: { course: COURSE } }
  await expect(field.claim('eve', id)).rejects.toMatchObject(refused)
  await field.db.sql('truncate app.courses cascade')
  await expect(field.claim('eve', id)).rejects.toMatchObject(refused)
  await load({ ...citySettings(), hasSurveyorCourse: false })
  expect(await field.claim('eve', id)).toMatchObject({ state: 'claimed' })
})

const load = (city: object) => field.db.as('operator_server').rpc('load_city', { p_city: city })
