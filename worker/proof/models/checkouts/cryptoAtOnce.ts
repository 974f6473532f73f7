import { createCipheriv, createHmac, KeyObject } from 'node:crypto'
import type { webcrypto } from 'node:crypto'
import { toBase64url } from '#contract/bytes'
import type { Bytes } from '#contract/bytes'

type Work = (...given: never[]) => Promise<unknown>

const keyObject = (key: CryptoKey) => KeyObject.from(key as webcrypto.CryptoKey)

/** What comes to the same each time, and is done once. */
const repeatable = ['decrypt', 'deriveBits', 'deriveKey', 'digest', 'importKey'] as const

/** What does not, and Node can do without going beside its loop: AES-256-GCM and HMAC-SHA-256. */
const atOnce = {
  sign: async (_name: 'HMAC', key: CryptoKey, data: Bytes) =>
    createHmac('sha256', keyObject(key)).update(data).digest(),
  encrypt: async ({ iv, additionalData }: { iv: Bytes; additionalData: Bytes }, key: CryptoKey, plain: Bytes) => {
    const cipher = createCipheriv('aes-256-gcm', keyObject(key), iv)
    cipher.setAAD(additionalData)
    const encrypted = cipher.update(plain)
    cipher.final()
    return new Uint8Array([...encrypted, ...cipher.getAuthTag()])
  },
}

/** What was asked for, as text: keys by number, bytes by what they are. */
const spelling = () => {
  const keys = new WeakMap<object, number>()
  let known = 0
  const numberOf = (key: object): number => {
    const number = keys.get(key) ?? ++known
    keys.set(key, number)
    return number
  }
  return (_name: string, value: unknown): unknown => {
    if (value instanceof CryptoKey) return { key: numberOf(value) }
    return value instanceof Uint8Array ? toBase64url(value as Bytes) : value
  }
}

/** Keys that Node may take out of Web Cryptography, but for those that nothing is encrypted or signed with. */
const extractable = (method: string, given: readonly unknown[]): unknown[] =>
  method === 'deriveKey' || (method === 'importKey' && given[2] !== 'HKDF') ? given.with(3, true) : [...given]

/**
 * Cryptography that is not what is tested here, and would take most of the time: done once, or at once. `isBusy` says whether any is under
 * way, which Node does beside its event loop, so that how long that takes decides nothing.
 */
export const cryptoAtOnce = () => {
  const { subtle } = crypto
  const spell = spelling()
  const done = new Map<string, Promise<unknown>>()
  let going = 0
  const once =
    (method: string, real: Work): Work =>
    (...given) => {
      const text = JSON.stringify([method, ...given], spell)
      const known = done.get(text)
      if (known !== undefined) return known
      going++
      const result = real(...(extractable(method, given) as never[])).finally(() => going--)
      done.set(text, result)
      return result
    }
  const methods: Record<string, Work> = {
    ...atOnce,
    ...Object.fromEntries(repeatable.map((method) => [method, once(method, (subtle[method] as Work).bind(subtle))])),
  }
  return {
    isBusy: (): boolean => going > 0,
    begin(): void {
      for (const [name, value] of Object.entries(methods))
        Object.defineProperty(subtle, name, { value, configurable: true })
    },
    /** Lets the methods show again that are there by nature. */
    end(): void {
      for (const name of Object.keys(methods)) Reflect.deleteProperty(subtle, name)
    },
  }
}
