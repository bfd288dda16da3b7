import { address, expect, test } from '../support/test.ts'

// Operator groups in the admin console: merging, undoing a merge, and marking groups as different.

const at = (path: string) => `${address('admin')}/en/${path}`

test('two duplicate groups are merged, and the merge is undone', { tag: '@all' }, async ({ control, page, signIn }) => {
  const [name, slug] = ['Tausi Kwanza', 'tausi']
  await control.query(`insert into app.saccos (slug, name) values ($1, $2), ($3, $4) on conflict do nothing`, [
    slug,
    `${name} Shuttle`,
    'tausi-ltd',
    `${name} Shuttle Travellers Ltd`,
  ])
  await signIn(page, 'dalmas', 'admin')
  await page.goto(at('saccos'))
  await page.getByRole('link', { name: /possible duplicate/ }).click()
  const pair = page.getByRole('listitem').filter({ hasText: `${name} Shuttle` })
  await pair.getByRole('button', { name: 'Keep this one' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Reason').fill('One office.')
  await dialog.getByRole('button', { name: 'Keep this one' }).click()
  await expect(page.getByText(/ merged into /)).toBeVisible()
  await page.goto(at(`saccos/${slug}`)) // leads to the one that stays
  await expect(page.getByRole('heading', { name: RegExp(`^${name} Shuttle`), level: 1 })).toBeVisible()
  await page.getByRole('button', { name: 'Undo merge' }).click()
  await dialog.getByLabel('Reason').fill('Two after all.')
  await dialog.getByRole('button', { name: 'Undo merge' }).click()
  await expect(page.getByText(/is separate again/)).toBeVisible()
  const alias = 'Mkia'
  await page.getByLabel('New name').fill(alias)
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(page.getByRole('button', { name: `Remove ${alias}` })).toBeVisible()
  await page.getByRole('button', { name: `Remove ${alias}` }).click()
  await expect(page.getByRole('button', { name: `Remove ${alias}` })).toBeHidden()
})
