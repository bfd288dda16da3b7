'use client'

import { type RefObject, useEffect, useEffectEvent, useState } from 'react'

/** `refused`: the person or their settings said no. `missing`: there is no camera, or another app has it. */
type CameraState = 'starting' | 'watching' | 'refused' | 'missing'

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

// Reading a QR code from the camera's picture: by the browser where it can (most Android phones), else by a library that
// is fetched then.

type Detector = { detect: (source: HTMLVideoElement) => Promise<{ rawValue: string }[]> }
type DetectorClass = {
  new (options: { formats: string[] }): Detector
  getSupportedFormats: () => Promise<string[]>
}

/** Looks at the picture as it is now; null when there is no code in it. */
type Read = (video: HTMLVideoElement) => Promise<string | null>

/** The picture is shrunk to this before the library looks at it, so that a cheap phone keeps up. */
const LONGEST_PX = 640

async function makeReader(): Promise<Read> {
  const detector = await browserDetector()
  if (detector) return async (video) => (await detector.detect(video).catch(() => []))[0]?.rawValue ?? null
  const { default: decode } = await import('qr/decode.js')
  const canvas = document.createElement('canvas')
  const context = canvas.getContext('2d', { willReadFrequently: true })
  return async (video) => {
    const scale = Math.min(1, LONGEST_PX / Math.max(video.videoWidth, video.videoHeight, 1))
    const [width, height] = [Math.round(video.videoWidth * scale), Math.round(video.videoHeight * scale)]
    if (!context || width === 0 || height === 0) return null
    if (canvas.width !== width) canvas.width = width
    if (canvas.height !== height) canvas.height = height
    context.drawImage(video, 0, 0, width, height)
    try {
      return decode(context.getImageData(0, 0, width, height))
    } catch {
      return null // it throws where there is no code
    }
  }
}

async function browserDetector(): Promise<Detector | null> {
  const { BarcodeDetector }: { BarcodeDetector?: DetectorClass } = Object(window)
  const formats = (await BarcodeDetector?.getSupportedFormats().catch((): string[] => [])) ?? []
  return BarcodeDetector && formats.includes('qr_code') ? new BarcodeDetector({ formats: ['qr_code'] }) : null
}
