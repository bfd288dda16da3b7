import { deviceStore } from '@salama/http/device-storage'
import { useLayoutEffect, useState } from 'react'

const PHOTOS_OFF = 'review-list-photos-off'

/** Whether the list shows photos. Some are distressing, so it can be turned off on this device. */
export function useShowsPhotos(): [boolean, (on: boolean) => void] {
  const [isOn, setIsOn] = useState(false)
  useLayoutEffect(() => {
    setIsOn(deviceStore.getItem(PHOTOS_OFF) === null)
  }, [])
  return [
    isOn,
    (on) => {
      setIsOn(on)
      if (on) deviceStore.removeItem(PHOTOS_OFF)
      else deviceStore.setItem(PHOTOS_OFF, '1')
    },
  ]
}
