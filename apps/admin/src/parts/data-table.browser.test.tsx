import { page, render } from '@salama/ui/testing/browser.ts'
import { expect, test } from 'vitest'
import { App, atDesk } from '@/testing.tsx'
import { DataTable } from './data-table.tsx'

test('a heading begins where its column does', async () => {
  await atDesk()
  const columns = [
    { label: 'What', isName: true, cell: (row: string) => row },
    { label: 'Waiting', end: true, cell: () => '2' },
  ]
  await render(
    <App>
      <DataTable caption="Jobs" rows={['Mail']} keyOf={(row) => row} empty={null} columns={columns} />
    </App>,
  )
  const aligned = (name: string) =>
    getComputedStyle(page.getByRole('columnheader', { name }).element()).textAlign.replace('right', 'end')
  expect([aligned('What'), aligned('Waiting')]).toEqual(['start', 'end'])
})
