import { readFileSync } from 'node:fs'
import { cityFile, readCity } from '@salama/domain/city-files'
import { CATEGORY_CODES } from '@salama/domain/shared'
import { z } from 'zod'

// `cities/<name>/demo.json`: what the demo says in the words of a city. docs/another-city.md says how to write one.

const Text = z.string().trim().min(1)

const demoFile = ({ languages, plates: { usual, invented } }: ReturnType<typeof readCity>) => {
  const isUsual = (plate: string) => new RegExp(usual).test(plate.replace(/[^A-Z0-9]/g, ''))
  const Plate = Text.refine(isUsual, 'a usual plate of the city')
  const Translated = z.record(z.enum(languages), Text)
  return z.strictObject({
    people: z.partialRecord(z.enum(['amina', 'baraka', 'chebet', 'dalmas', 'eve']), Text).default({}),
    surveyors: z.array(Text).default([]),
    operators: z
      .array(
        z.strictObject({
          sacco: z.strictObject({ slug: Text, name: Text, aliases: z.array(Text) }).optional(),
          fleet: Text.optional(),
          capacity: z.int().min(1).optional(),
          plates: z.array(Plate).min(1),
        }),
      )
      .refine((all) => all.flatMap(({ plates }) => plates).length >= 5, 'at least five plates together')
      .prefault(() => [{ plates: invented }]),
    stops: z.array(Text).length(8).optional(),
    assignments: z.array(z.strictObject({ title: Translated, does: Translated })).default([]),
    notes: z.partialRecord(z.enum(CATEGORY_CODES), z.array(Text).min(1)).default({}),
    comments: z.array(Text).default([]),
    waiting: z
      .strictObject({ robbery: Text, question: Text, harassment: Text, injury: Text, fares: z.array(Text).length(3) })
      .partial()
      .default({}),
    field: z.strictObject({ checked: Text, hurried: Text }).partial().default({}),
    rejection: Text.optional(),
  })
}
export type Demo = z.infer<ReturnType<typeof demoFile>>

/** What the chosen city has for its demo; without a file invented plates and nothing that somebody wrote. */
export function readDemo(): Demo {
  const file = cityFile('demo')
  const parsed = demoFile(readCity()).safeParse(file ? JSON.parse(readFileSync(file, 'utf8')) : {})
  if (!parsed.success) throw new Error(`${file} is not valid:\n${z.prettifyError(parsed.error)}`)
  return parsed.data
}
