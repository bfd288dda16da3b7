import { expect, test } from 'vitest'
import { addPhotos, type PhotoProblem } from './use-photos.ts'

/** Accepts the file called `good`; any other fails with its name as the problem. */
function phone() {
  const kept: string[] = []
  const keep = async (picture: PhotoProblem | 'good') => {
    if (picture !== 'good') return picture
    kept.push(picture)
    return null
  }
  return { kept, keep }
}

test('skips an unreadable picture, and reports what else was left out', async () => {
  const { kept, keep } = phone()
  expect(await addPhotos(['good', 'good', 'unreadable', 'good', 'good'], 3, keep)).toEqual(['unreadable', 'tooMany'])
  expect(kept).toHaveLength(3)
})

test('adds as many pictures as there is room for', async () => {
  const { kept, keep } = phone()
  expect(await addPhotos(['good', 'good'], 2, keep)).toEqual([])
  expect(kept).toHaveLength(2)
})

test('reports several unreadable pictures as one problem', async () => {
  expect(await addPhotos(['unreadable', 'unreadable'], 3, phone().keep)).toEqual(['unreadable'])
})

test('stops adding pictures when the storage is full', async () => {
  const { kept, keep } = phone()
  expect(await addPhotos(['good', 'full', 'good'], 3, keep)).toEqual(['full'])
  expect(kept).toHaveLength(1)
})
