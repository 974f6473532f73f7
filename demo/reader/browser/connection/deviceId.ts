import { pairingCodeAlphabet } from '#contract/terminals/device'

const length = 8

/** The device id of 8 characters, which hardware terminals have on a label. Generated once and stored by the browser. */
export const loadDeviceId = (name: string): string => {
  const storageKey = `reader-device:${name}`
  const stored = localStorage.getItem(storageKey)
  if (stored) return stored
  const numbers = crypto.getRandomValues(new Uint32Array(length))
  const deviceId = Array.from(numbers, (number) =>
    pairingCodeAlphabet.charAt(number % pairingCodeAlphabet.length),
  ).join('')
  localStorage.setItem(storageKey, deviceId)
  return deviceId
}
