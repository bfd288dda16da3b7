import { expect, test } from 'vitest'
import { addPhotos, type PhotoProblem } from './add-photos.ts'

/** Takes what is called `good`; everything else is its own trouble. */
function phone() {
  const kept: string[] = []
  const keep = async (picture: PhotoProblem | 'good') => {
    if (picture !== 'good') return picture
    kept.push(picture)
    return null
  }
  return { kept, keep }
}

test('a picture that cannot be opened takes no place, and what is left out besides is said too', async () => {
  const { kept, keep } = phone()
  expect(await addPhotos(['good', 'good', 'unreadable', 'good', 'good'], 3, keep)).toEqual(['unreadable', 'tooMany'])
  expect(kept).toHaveLength(3)
})

test('as many as there is room for are kept without a word', async () => {
  const { kept, keep } = phone()
  expect(await addPhotos(['good', 'good'], 2, keep)).toEqual([])
  expect(kept).toHaveLength(2)
})

test('several pictures that cannot be opened are one trouble', async () => {
  expect(await addPhotos(['unreadable', 'unreadable'], 3, phone().keep)).toEqual(['unreadable'])
})

test('after a full phone nothing more is tried', async () => {
  const { kept, keep } = phone()
  expect(await addPhotos(['good', 'full', 'good'], 3, keep)).toEqual(['full'])
  expect(kept).toHaveLength(1)
})
