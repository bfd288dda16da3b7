import { getKnownVehicles } from '@salama/domain/surveyor/contract'
import { page, render } from '@salama/ui/testing/browser.ts'
import { expect, test } from 'vitest'
import { App, fieldServer } from '@/testing.ts'
import { RegisterPage } from './register-page.tsx'

const LIST = {
  saccos: [{ id: '10000000-0000-4000-8000-000000000001', name: 'Kifaru Demo Sacco' }],
  routes: [
    {
      id: '20000000-0000-4000-8000-000000000044',
      slug: '44-koja-kahawa',
      shortName: '44',
      longName: 'Koja to Kahawa',
      name: '44 Koja to Kahawa',
    },
  ],
  vehicles: { KDA: '123A;0;33;0\n124B;;;' },
}

test('looks a vehicle up in the list of the phone, with its group, routes and seats', async () => {
  const server = fieldServer()
  server.answer(getKnownVehicles, LIST)
  await render(
    <App>
      <RegisterPage />
    </App>,
  )
  const plate = page.getByRole('textbox', { name: 'Plate or a part of it' })
  await expect.poll(() => server.sent(getKnownVehicles)).toHaveLength(1)
  await plate.fill('kda 12')
  await expect.element(page.getByRole('status')).toHaveTextContent('2 vehicles')
  await expect.element(page.getByText('Kifaru Demo Sacco · 44 · 33 seats')).toBeVisible()
  await expect.element(page.getByText('No details yet')).toBeVisible()
  await plate.fill('999')
  await expect.element(page.getByRole('status')).toHaveTextContent('No vehicle of the register has this plate')
  await plate.fill('9')
  await expect.element(page.getByRole('status')).toHaveTextContent('')
})
