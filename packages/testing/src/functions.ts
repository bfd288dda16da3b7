import type { TestDatabase } from './database.ts'

// What the functions and checks of a database say, as PostgreSQL's own parser reads them.

type Tree = { [key: string]: unknown }

/** A call of one function in another: which one calls, and the nodes of its arguments. */
export type Call = { by: string; args: unknown[] }

/** All nodes of a kind in a tree, also those inside of another one. */
function nodesOf(tree: unknown, kind: string): Tree[] {
  if (typeof tree !== 'object' || tree === null) return []
  return Object.entries(tree).flatMap(([key, child]) => [
    ...(key === kind ? [Object(child)] : []),
    ...nodesOf(child, kind),
  ])
}

const listOf = (nodes: unknown): unknown[] => (Array.isArray(nodes) ? nodes : [])

/** The text that a node is, or nothing if it is computed. */
export function textOf(node: unknown): string | undefined {
  const { A_Const, TypeCast }: Tree = Object(node)
  if (TypeCast) return textOf(Object(TypeCast).arg)
  const text: unknown = Object(Object(A_Const).sval).sval
  return typeof text === 'string' ? text : undefined
}

const nameOf = (names: unknown) =>
  nodesOf(names, 'String')
    .map(({ sval }) => sval)
    .join('.')

/** The pairs of names and values of all objects that are built in a tree. */
export const pairsIn = (tree: unknown): { key: string | undefined; value: unknown }[] =>
  nodesOf(tree, 'FuncCall')
    .filter((call) => nameOf(call.funcname).endsWith('jsonb_build_object'))
    .flatMap((call) =>
      listOf(call.args).flatMap((key, at, all) => (at % 2 === 0 ? [{ key: textOf(key), value: all[at + 1] }] : [])),
    )

/** The values of a key in what is written out as JSON in a tree. */
export const valuesInJson = (tree: unknown, key: string): string[] =>
  nodesOf(tree, 'A_Const')
    .flatMap((A_Const) => nodesOf(parsedJson(textOf({ A_Const })), key))
    .map(String)

function parsedJson(text = ''): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined // Any other text.
  }
}

/** The rows that are written out in a tree and cast to a type, or to an array of it. */
export const rowsIn = (tree: unknown, type: string): unknown[][] =>
  nodesOf(tree, 'TypeCast')
    .filter((cast) => nameOf(Object(cast.typeName).names) === type)
    .flatMap((cast) => nodesOf(cast.arg, 'RowExpr').map((row) => listOf(row.args)))

async function openParser() {
  const { loadModule, parsePlPgSQLSync, parseSync } = await import('libpg-query')
  await loadModule()
  return { parsePlPgSQLSync, parseSync }
}

/** What the check constraints of a table, or of one of its columns, say: the texts and the whole numbers in each. */
export async function readChecks({ sql }: Pick<TestDatabase, 'sql'>, table: string, column?: string) {
  const { parseSync } = await openParser()
  const checks = await sql<{ expression: string }>(
    `select pg_get_expr(c.conbin, c.conrelid) as expression from pg_constraint c
      where c.contype = 'c' and c.conrelid = $1::regclass
        and ($2::text is null
             or c.conkey = array(select a.attnum from pg_attribute a where a.attrelid = c.conrelid and a.attname = $2))`,
    [table, column ?? null],
  )
  return checks.map(({ expression }) => {
    const constants = nodesOf(parseSync(`select ${expression}`), 'A_Const')
    return {
      texts: constants.flatMap((A_Const) => textOf({ A_Const }) ?? []),
      numbers: constants.flatMap(({ ival }) => (ival === undefined ? [] : Number(Object(ival).ival ?? 0))), // 0 is left out
    }
  })
}

/** What all functions of the schemas api and app say, and what each calls. */
export async function readFunctions({ sql }: Pick<TestDatabase, 'sql'>) {
  const { parsePlPgSQLSync, parseSync } = await openParser()
  const functions = await sql<{ name: string; language: string; body: string; definition: string; definer: boolean }>(
    `select p.pronamespace::regnamespace || '.' || p.proname as name, l.lanname as language, p.prosrc as body,
            pg_get_functiondef(p.oid) as definition, p.prosecdef as definer
       from pg_proc p join pg_language l on l.oid = p.prolang
      where p.pronamespace in ('api'::regnamespace, 'app'::regnamespace) and l.lanname in ('sql', 'plpgsql')`,
  )
  const ofOneExpression: string[] = []
  const parts = functions.flatMap(({ name, language, body, definition, definer }) => {
    // A body that was parsed when it was created is in the definition, and no text.
    if (language === 'sql') return { by: name, tree: parseSync(body || definition) }
    const block = parsePlPgSQLSync(definition)
    const trees = nodesOf(block, 'PLpgSQL_expr').map(({ query, parseMode }) =>
      parseSync(statementOf(String(query), Number(parseMode))),
    )
    if (!definer && onlyReturns(block) && nodesOf(trees, 'SubLink').length === 0) ofOneExpression.push(name)
    return trees.map((tree) => ({ by: name, tree }))
  })
  const calls = parts.flatMap(({ by, tree }) =>
    nodesOf(tree, 'FuncCall').map((call) => ({ by, name: nameOf(call.funcname), args: listOf(call.args) })),
  )
  return {
    /** Those in PL/pgSQL that only return what an expression without a query makes of their arguments, as the caller. */
    ofOneExpression,
    trees: parts.map(({ tree }) => tree),
    callsOf: (name: string): Call[] => calls.filter((call) => call.name === name),
  }
}

/** Whether a function in PL/pgSQL is one `return` of a value, and declares nothing. */
function onlyReturns(tree: unknown): boolean {
  const [block, ...others] = nodesOf(tree, 'PLpgSQL_stmt_block')
  const [returns, ...more] = listOf(block?.body)
  const isOne = others.length === 0 && more.length === 0 && block?.exceptions === undefined
  const declared = nodesOf(tree, 'PLpgSQL_var').filter(({ lineno }) => lineno !== undefined)
  return (
    isOne && declared.length === 0 && nodesOf(returns, 'PLpgSQL_stmt_return').some(({ expr }) => expr !== undefined)
  )
}

/** A part of PL/pgSQL as a statement: it is one (modes 0 and 1), an expression (2), or an assignment (3 to 5). */
const statementOf = (part: string, mode: number) =>
  mode < 2 ? part : `select ${mode === 2 ? part : part.slice(part.indexOf('=') + 1)}`
