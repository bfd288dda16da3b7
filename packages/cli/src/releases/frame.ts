import type { Catalogue } from './catalogue.ts'

/** Kinds whose definitions are statements that make them; the rest is written by hand. */
const MADE = /^(function|trigger) /
const INDEX = /^index /

/**
 * The beginning of a migration: the statements that follow from the difference, and a list of the rest. Each index of a
 * table that is there already is a file of its own, because it is made while others write.
 */
export function frameOf(schemas: Catalogue, migrations: Catalogue): string[] {
  const wanted = [...schemas].filter(([what, definition]) => migrations.get(what) !== definition)
  const gone = [...migrations.keys()].filter((what) => !schemas.has(what))
  const isNew = (definition: string) =>
    wanted.some(
      ([what]) => what.startsWith('table ') && !migrations.has(what) && definition.includes(` ON ${what.slice(6)} `),
    )
  const made = wanted.filter(([what, definition]) => MADE.test(what) || (INDEX.test(what) && isNew(definition)))
  const indices = wanted.filter(([what, definition]) => INDEX.test(what) && !isNew(definition))
  const byHand = wanted.filter((each) => !made.includes(each) && !indices.includes(each))
  const notes = [
    ...byHand.map(([what, definition]) => `-- By hand: ${what} ${definition}`.replaceAll('\n', '\n--   ')),
    ...gone.map((what) => `-- By hand, in the release after the one whose processes use it: drop ${what}`),
  ]
  const replaced = (what: string, sql: string) =>
    what.startsWith('trigger ') ? sql.replace('CREATE TRIGGER', 'CREATE OR REPLACE TRIGGER').replace(/ -- .$/, '') : sql
  const first = [...notes, ...made.map(([what, definition]) => replaced(what, definition))]
  return [
    ...(first.length > 0 ? [`${first.join('\n\n')}\n`] : []),
    ...indices.map(
      ([what, definition]) =>
        `drop index concurrently if exists ${what.slice(6)};\n${definition.replace(' INDEX ', ' INDEX CONCURRENTLY ')}\n`,
    ),
  ]
}
