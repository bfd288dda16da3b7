import { useState } from 'react'
import { expect, test } from 'vitest'
import { page } from '../testing/browser.ts'
import { showEarly } from '../testing/early.ts'
import { FileInput, Select, TextInput, Tick } from './controls.tsx'

/** Controls whose values a component holds, and what it knows of them. */
function Controls() {
  const [words, setWords] = useState('Koja')
  const [kind, setKind] = useState('all')
  const [isSure, setSure] = useState(false)
  const [stars, setStars] = useState('3')
  const [file, setFile] = useState('none')
  return (
    <>
      <TextInput aria-label="Words" value={words} onChange={({ target }) => setWords(target.value)} />
      <Select aria-label="Kind" value={kind} onChange={({ target }) => setKind(target.value)}>
        <option>all</option>
        <option>hazard</option>
      </Select>
      <Tick aria-label="Sure" type="checkbox" checked={isSure} onChange={({ target }) => setSure(target.checked)} />
      {['3', '4', '5'].map((each) => (
        <Tick
          key={each}
          type="radio"
          name="stars"
          aria-label={each}
          checked={stars === each}
          onChange={() => setStars(each)}
        />
      ))}
      <FileInput aria-label="Photo" onChange={({ target }) => setFile(target.files?.[0]?.name ?? 'none')} />
      <output>{[words, kind, isSure ? 'sure' : 'unsure', stars, file].join(' ')}</output>
    </>
  )
}

test('what is typed, chosen and ticked before the script responds counts when it does', async () => {
  const respond = showEarly(<Controls />)
  await page.getByLabelText('Words').fill('Kencom')
  await page.getByLabelText('Kind').selectOptions('hazard')
  await page.getByLabelText('Sure').click()
  for (const stars of ['4', '5']) await page.getByLabelText(stars).click()
  await page.getByLabelText('Photo').upload(new File(['x'], 'door.jpg'))
  respond()
  await expect.element(page.getByText('Kencom hazard sure 5 door.jpg')).toBeVisible()
  await expect.element(page.getByLabelText('Words')).toHaveValue('Kencom')
  await expect.element(page.getByLabelText('Kind')).toHaveValue('hazard')
  await expect.element(page.getByLabelText('5')).toBeChecked()
})

test('what nobody touched stays as it was rendered', async () => {
  const respond = showEarly(<Controls />)
  respond()
  await page.getByLabelText('Sure').click()
  await expect.element(page.getByText('Koja all sure 3 none')).toBeVisible()
})
