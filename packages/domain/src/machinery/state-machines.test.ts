import { openDatabase } from '@salama/testing'
import { expect, test } from 'vitest'

const INTRODUCTION = `# States

The transitions that the database allows, drawn from \`app.transitions\`. A state is moved by one function for each
machine, which refuses every other step with \`invalid_transition\`. After a change run
\`npx vitest run packages/domain/src/machinery/state-machines.test.ts -u\`, which writes this page; without \`-u\` it
fails where the page differs.
`

const heading = (machine: string) => `${machine[0]?.toUpperCase()}${machine.slice(1).replaceAll('_', ' ')}`

test('docs/states.md draws the transitions that the database allows', async () => {
  const db = await openDatabase()
  const transitions = await db.sql<{ machine: string; from: string; to: string }>(
    `select machine, from_state as from, to_state as to from app.transitions order by 1, 2, 3`,
  )
  await db.close()
  const drawn = [...Map.groupBy(transitions, ({ machine }) => machine)].map(([machine, steps]) => {
    const arrows = steps.map(({ from, to }) => `  ${from} --> ${to}`)
    return `## ${heading(machine)}\n\n\`\`\`mermaid\nstateDiagram-v2\n${arrows.join('\n')}\n\`\`\`\n`
  })
  expect(drawn.length).toBeGreaterThan(0)
  await expect([INTRODUCTION, ...drawn].join('\n')).toMatchFileSnapshot('../../../../docs/states.md')
})
