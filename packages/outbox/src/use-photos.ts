'use client'

import { useEffect, useState } from 'react'
import type { ItemFile } from './items.ts'
import type { Outbox } from './outbox.ts'
import { shrinkPhoto, UnreadablePhoto } from './shrink-photo.ts'
import { StorageProblem } from './store.ts'

export type PhotoTrouble = 'unreadable' | 'full' | 'unavailable' | 'tooMany'

/** The photos of something that is being written: made small and bare, and kept on this device until the server has them. */
export function usePhotos<Content, Reply>(outbox: Outbox<Content, Reply>, itemId: string, most: number) {
  const [photos, setPhotos] = useState<ItemFile[]>([])
  const [busy, setBusy] = useState(false)
  const [trouble, setTrouble] = useState<PhotoTrouble | null>(null)

  useEffect(() => {
    let left = false
    const read = () =>
      outbox.filesOf(itemId).then(
        (files) => left || setPhotos(files),
        () => null, // said when one is added
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
    const room = most - photos.length
    setTrouble(files.length > room ? 'tooMany' : null)
    try {
      for (const file of files.slice(0, room)) {
        const why = await keep(file)
        if (why) setTrouble(why)
        if (why && why !== 'unreadable') break // there is no room for the next one either
      }
    } finally {
      setBusy(false)
    }
  }
  const keep = async (file: File): Promise<PhotoTrouble | null> => {
    try {
      await outbox.addFile(itemId, await shrinkPhoto(file))
      return null
    } catch (cause) {
      return troubleOf(cause)
    }
  }
  const remove = (id: string) => {
    setTrouble(null)
    outbox.removeFile(id).catch((cause: unknown) => setTrouble(troubleOf(cause)))
  }
  return { photos, busy, trouble, add, remove }
}

function troubleOf(cause: unknown): PhotoTrouble {
  if (cause instanceof StorageProblem) return cause.reason
  if (cause instanceof UnreadablePhoto) return 'unreadable'
  throw cause
}
