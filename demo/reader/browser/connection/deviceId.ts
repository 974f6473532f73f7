import { codeAlphabet } from '#contract/terminals/device'

const length = 8

/** The code of 8 characters that other readers have on their back: made once, and kept by the browser. */
export const deviceIdOf = (name: string): string => {
  const place = `reader-device:${name}`
  const kept = localStorage.getItem(place)
  if (kept) return kept
  const numbers = crypto.getRandomValues(new Uint32Array(length))
  const made = Array.from(numbers, (number) => codeAlphabet.charAt(number % codeAlphabet.length)).join('')
  localStorage.setItem(place, made)
  return made
}
