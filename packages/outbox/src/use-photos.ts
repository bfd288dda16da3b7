'use client'

import { useEffect, useState } from 'react'
import type { ItemFile } from './items.ts'
import type { Outbox } from './outbox.ts'
import { shrinkPhoto, UnreadablePhoto } from './shrink-photo.ts'
import { StorageProblem } from './store.ts'

/** The photos of a draft: shrunk and stripped of metadata, and stored on this device until the server has them. */
export function usePhotos<Content, Reply>(outbox: Outbox<Content, Reply>, itemId: string, most: number) {
  const [photos, setPhotos] = useState<ItemFile[]>([])
  const [busy, setBusy] = useState(false)
  const [problems, setProblems] = useState<readonly PhotoProblem[]>([])

  useEffect(() => {
    let left = false
    const read = () =>
      outbox.filesOf(itemId).then(
        (files) => left || setPhotos(files.filter(isPhoto)),
        () => null, // reported when one is added
      )
    read()
    const forget = outbox.subscribe(read)
    return () => {
      left = true
      forget()
    }
  }, [outbox, itemId])

  const add = async (files: File[]) => {
    setBusy(true)
    setProblems([])
    try {
      const found = await addPhotos(files, most - photos.length, keep)
      setProblems(found)
      return found
    } finally {
      setBusy(false)
    }
  }
  const keep = async (file: File): Promise<PhotoProblem | null> => {
    try {
      await outbox.addFile(itemId, await shrinkPhoto(file))
      return null
    } catch (cause) {
      return photoProblemOf(cause)
    }
  }
  const remove = (id: string) => {
    setProblems([])
    outbox.removeFile(id).catch((cause: unknown) => setProblems([photoProblemOf(cause)]))
  }
  return { photos, busy, problems, add, remove }
}

/** An item may have other files. */
export const isPhoto = ({ blob }: Pick<ItemFile, 'blob'>) => blob.type.startsWith('image/')

/** Why a photo could not be added. @throws what is no such problem */
export function photoProblemOf(cause: unknown): PhotoProblem {
  if (cause instanceof StorageProblem) return cause.reason
  if (cause instanceof UnreadablePhoto) return 'unreadable'
  throw cause
}

export type PhotoProblem = 'unreadable' | 'full' | 'unavailable' | 'tooMany'

/** Adds chosen pictures in order up to the limit; one that fails does not count. Returns all problems, each once. */
export async function addPhotos<Picture>(
  chosen: readonly Picture[],
  room: number,
  keep: (picture: Picture) => Promise<PhotoProblem | null>,
): Promise<PhotoProblem[]> {
  const problems = new Set<PhotoProblem>()
  let left = room
  for (const picture of chosen) {
    if (left === 0) {
      problems.add('tooMany')
      break
    }
    const why = await keep(picture)
    if (why === null) left--
    else problems.add(why)
    if (why === 'full' || why === 'unavailable') break // the next one would fail too
  }
  return [...problems]
}
