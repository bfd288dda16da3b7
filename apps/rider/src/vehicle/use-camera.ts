import { type RefObject, useEffect, useEffectEvent, useState } from 'react'

/** `refused`: permission was denied. `missing`: there is no camera, or another app uses it. */
type CameraState = 'starting' | 'watching' | 'refused' | 'missing'

const PAUSE_MS = 150

/** Shows the back camera in `video` while mounted, and reports every detected code. */
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

// Detects QR codes: with the browser's API (most Android phones), else with a library loaded on demand.

type Detector = { detect: (source: HTMLVideoElement) => Promise<{ rawValue: string }[]> }
type DetectorClass = {
  new (options: { formats: string[] }): Detector
  getSupportedFormats: () => Promise<string[]>
}

/** Scans the current picture; null without a code. */
type Read = (video: HTMLVideoElement) => Promise<string | null>

/** The picture is scaled down for the library, so that slow phones keep up. */
const MAX_SIDE_PX = 640

async function makeReader(): Promise<Read> {
  const detector = await browserDetector()
  if (detector) return async (video) => (await detector.detect(video).catch(() => []))[0]?.rawValue ?? null
  const { default: decode } = await import('qr/decode.js')
  const canvas = document.createElement('canvas')
  const context = canvas.getContext('2d', { willReadFrequently: true })
  return async (video) => {
    const scale = Math.min(1, MAX_SIDE_PX / Math.max(video.videoWidth, video.videoHeight, 1))
    const [width, height] = [Math.round(video.videoWidth * scale), Math.round(video.videoHeight * scale)]
    if (!context || width === 0 || height === 0) return null
    if (canvas.width !== width) canvas.width = width
    if (canvas.height !== height) canvas.height = height
    context.drawImage(video, 0, 0, width, height)
    try {
      return decode(context.getImageData(0, 0, width, height))
    } catch {
      return null // it throws when there is no code
    }
  }
}

async function browserDetector(): Promise<Detector | null> {
  const { BarcodeDetector }: { BarcodeDetector?: DetectorClass } = Object(window)
  const formats = (await BarcodeDetector?.getSupportedFormats().catch((): string[] => [])) ?? []
  return BarcodeDetector && formats.includes('qr_code') ? new BarcodeDetector({ formats: ['qr_code'] }) : null
}
