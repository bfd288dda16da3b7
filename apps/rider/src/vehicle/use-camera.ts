'use client'

import { type RefObject, useEffect, useEffectEvent, useState } from 'react'
import { makeReader } from './qr-reader.ts'

/** `refused`: the person or their settings said no. `missing`: there is no camera, or another app has it. */
export type CameraState = 'starting' | 'watching' | 'refused' | 'missing'

const PAUSE_MS = 150

/** Shows the back camera in `video` while the component is there, and hands on every code that it sees. */
export function useCamera(video: RefObject<HTMLVideoElement | null>, onCode: (text: string) => Promise<void>) {
  const [state, setState] = useState<CameraState>('starting')
  const seen = useEffectEvent(onCode)
  useEffect(() => {
    let left = false
    let stream: MediaStream | undefined
    const watch = async () => {
      if (!navigator.mediaDevices?.getUserMedia) return setState('missing')
      stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' }, audio: false })
      const element = video.current
      if (left || !element) return stop(stream)
      element.srcObject = stream
      await element.play()
      const read = await makeReader()
      if (!left) setState('watching')
      while (!left) {
        const text = await read(element)
        if (text !== null && !left) await seen(text)
        await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
      }
    }
    watch().catch((error: unknown) => {
      stop(stream)
      if (!left) setState(error instanceof DOMException && error.name === 'NotAllowedError' ? 'refused' : 'missing')
    })
    return () => {
      left = true
      stop(stream)
    }
  }, [video])
  return state
}

const stop = (stream: MediaStream | undefined) => {
  for (const track of stream?.getTracks() ?? []) track.stop()
}
