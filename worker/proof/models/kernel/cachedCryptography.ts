import { toBase64url } from '#contract/encoding/bytes'
import type { Bytes } from '#contract/encoding/bytes'

type Method = (...given: never[]) => Promise<unknown>

/** Methods with the same result for the same arguments. */
const pure = ['decrypt', 'deriveBits', 'deriveKey', 'digest', 'importKey', 'sign'] as const

/** Arguments as text: keys by number, bytes by their value. */
const spelling = () => {
  const keys = new WeakMap<object, number>()
  let known = 0
  return (_name: string, value: unknown): unknown => {
    if (value instanceof CryptoKey) {
      if (!keys.has(value)) keys.set(value, ++known)
      return { key: keys.get(value) }
    }
    return value instanceof Uint8Array ? toBase64url(value as Bytes) : value
  }
}

/**
 * Web Cryptography that computes each result once, since it would take most of the time. Node computes beside its event loop: while
 * `isBusy`, virtual time waits, so that the speed of the machine decides nothing.
 */
export const cachedCryptography = () => {
  const { subtle } = crypto
  const spell = spelling()
  const results = new Map<string, Promise<unknown>>()
  let pending = 0
  const counted =
    (real: Method): Method =>
    (...given) => {
      pending++
      return real(...given).finally(() => pending--)
    }
  const cached =
    (method: string, real: Method): Method =>
    (...given) => {
      const text = JSON.stringify([method, ...given], spell)
      const result = results.get(text) ?? real(...given)
      results.set(text, result)
      return result
    }
  const of = (method: 'encrypt' | (typeof pure)[number]): Method => counted((subtle[method] as Method).bind(subtle))
  const methods: Record<string, Method> = {
    encrypt: of('encrypt'),
    ...Object.fromEntries(pure.map((method) => [method, cached(method, of(method))])),
  }
  return {
    isBusy: (): boolean => pending > 0,
    begin(): void {
      for (const [name, value] of Object.entries(methods))
        Object.defineProperty(subtle, name, { value, configurable: true })
    },
    /** Uncovers the methods of the prototype. */
    end(): void {
      for (const name of Object.keys(methods)) Reflect.deleteProperty(subtle, name)
    },
  }
}
