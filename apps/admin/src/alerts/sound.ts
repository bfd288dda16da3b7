import { deviceStore } from '@salama/http/device-storage'

const KEY = 'salama-alert-sound'

/** A choice of this browser: a sound is for the room that it is in. Off until somebody asks for it. */
export const isSoundOn = () => deviceStore.getItem(KEY) === 'on'

export function setSound(isOn: boolean): void {
  if (isOn) deviceStore.setItem(KEY, 'on')
  else deviceStore.removeItem(KEY)
}

/** Two short tones. Silent where the browser does not allow sound before a click. */
export function playSound(): void {
  const audio = new AudioContext()
  for (const [at, hertz] of [
    [0, 660],
    [0.18, 880],
  ] as const) {
    const tone = audio.createOscillator()
    const volume = audio.createGain()
    tone.frequency.value = hertz
    volume.gain.setValueAtTime(0.15, audio.currentTime + at)
    volume.gain.exponentialRampToValueAtTime(0.001, audio.currentTime + at + 0.16)
    tone.connect(volume).connect(audio.destination)
    tone.start(audio.currentTime + at)
    tone.stop(audio.currentTime + at + 0.16)
  }
  setTimeout(() => void audio.close(), 1000)
}
