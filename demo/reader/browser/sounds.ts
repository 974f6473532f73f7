import type { Cue } from './views.ts'

/** Pitch in hertz, start within the cue and length in seconds. */
type Tone = readonly [pitch: number, at: number, length: number]

const tones: Record<Cue, readonly Tone[]> = {
  key: [[1480, 0, 0.03]],
  read: [[1047, 0, 0.14]],
  approved: [
    [784, 0, 0.11],
    [1175, 0.12, 0.24],
  ],
  declined: [
    [330, 0, 0.16],
    [262, 0.2, 0.28],
  ],
}

const volume = 0.12
const setting = 'reader-sound'

const sound = (context: AudioContext, [pitch, at, length]: Tone): void => {
  const start = context.currentTime + at
  const gain = context.createGain()
  // Fades in and out, since an abrupt tone clicks.
  gain.gain.setValueAtTime(0, start)
  gain.gain.linearRampToValueAtTime(volume, start + 0.008)
  gain.gain.setTargetAtTime(0, start + length, 0.03)
  const oscillator = context.createOscillator()
  oscillator.type = 'sine'
  oscillator.frequency.value = pitch
  oscillator.connect(gain).connect(context.destination)
  oscillator.start(start)
  oscillator.stop(start + length + 0.3)
}

/** Short synthesized tones. Browsers allow sound only after a user gesture. */
export const openSounds = () => {
  let context: AudioContext | undefined
  let isOn = localStorage.getItem(setting) !== 'off'

  const wake = (): void => {
    context ??= new AudioContext()
    void context.resume()
  }
  for (const gesture of ['pointerdown', 'keydown']) addEventListener(gesture, wake, { once: true, capture: true })

  return {
    get isOn(): boolean {
      return isOn
    },
    toggle: (): void => {
      isOn = !isOn
      localStorage.setItem(setting, isOn ? 'on' : 'off')
    },
    play: (cue: Cue): void => {
      if (isOn && context) for (const tone of tones[cue]) sound(context, tone)
    },
  }
}
