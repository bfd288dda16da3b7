'use client'

import { useLayoutEffect, useState } from 'react'

const PHOTOS_OFF = 'review-list-photos-off'

/** Whether the list shows photos. Some are distressing, so it can be turned off on this device. */
export function useShowsPhotos(): [boolean, (on: boolean) => void] {
  const [isOn, setIsOn] = useState(false)
  useLayoutEffect(() => {
    try {
      setIsOn(localStorage.getItem(PHOTOS_OFF) === null)
    } catch {
      setIsOn(true)
    }
  }, [])
  return [
    isOn,
    (on) => {
      setIsOn(on)
      try {
        if (on) localStorage.removeItem(PHOTOS_OFF)
        else localStorage.setItem(PHOTOS_OFF, '1')
      } catch {
        // Storage is unavailable: it lasts until the page is closed.
      }
    },
  ]
}
