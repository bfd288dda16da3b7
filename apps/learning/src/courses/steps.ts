// The order of steps in a course: every lesson of a module, its quiz, then the next module.

type Module = { slug: string; lessons: readonly { slug: string; title: string }[]; questions: readonly unknown[] }
type Course = { slug: string; modules: readonly Module[] }

/** The item name of a module's quiz; no lesson can have this slug. */
export const QUIZ = 'quiz'

export type Step = { module: string; item: string; title: string | null }

/** The steps of a module in order. The title of a quiz is null: the page has a message for it. */
export const stepsIn = (module: Module): Step[] => [
  ...module.lessons.map(({ slug, title }) => ({ module: module.slug, item: slug, title })),
  ...(module.questions.length > 0 ? [{ module: module.slug, item: QUIZ, title: null }] : []),
]

export const stepsOf = (course: Course): Step[] => course.modules.flatMap(stepsIn)

export const pathOf = (course: string, module?: string, item?: string) =>
  ['/courses', course, module, item].filter((part) => part !== undefined).join('/')

/** The previous and next step; null at either end. */
export function around(course: Course, module: string, item: string) {
  const steps = stepsOf(course)
  const here = steps.findIndex((step) => step.module === module && step.item === item)
  return { before: steps[here - 1] ?? null, after: here < 0 ? null : (steps[here + 1] ?? null) }
}

/** The page after a step: the next step, or the course after its last one. */
export function pathAfter(course: Course, module: string, item: string) {
  const { after } = around(course, module, item)
  return after ? pathOf(course.slug, after.module, after.item) : pathOf(course.slug)
}

/** The first incomplete step; null when all are completed. */
export const nextStep = (course: Course, isDone: (step: Step) => boolean): Step | null =>
  stepsOf(course).find((step) => !isDone(step)) ?? null

type Known = { modules: readonly { slug: string; completedItems: readonly string[] }[] }

/** Whether an item is completed according to the server. */
export const isDoneIn = (progress: Known | null) => (step: Pick<Step, 'module' | 'item'>) =>
  progress?.modules.some(({ slug, completedItems }) => slug === step.module && completedItems.includes(step.item)) ??
  false
