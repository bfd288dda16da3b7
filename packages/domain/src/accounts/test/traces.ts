import type { TestDatabase } from '@salama/testing'

type Person = { id: string; email: string }

/** The tables with at least one row that contains the id or the e-mail of the person. */
export async function tablesNamingPerson(db: TestDatabase, { id, email }: Person): Promise<string[]> {
  const tables = await db.sql<{ name: string }>(
    `select c.oid::regclass::text as name from pg_class c
      where c.relnamespace in ('app'::regnamespace, 'auth'::regnamespace) and c.relkind = 'r' order by 1`,
  )
  const telling: string[] = []
  for (const { name } of tables) {
    const [row] = await db.sql<{ tells: boolean }>(
      `select exists (select from ${name} t where to_jsonb(t)::text ilike any (array['%' || $1 || '%', '%' || $2 || '%'])) as tells`,
      [id, email],
    )
    if (row?.tells) telling.push(name)
  }
  return telling
}
