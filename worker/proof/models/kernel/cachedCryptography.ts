import { toBase64url } from '#contract/encoding/bytes'
import type { Bytes } from '#contract/encoding/bytes'

type Method = (...args: never[]) => Promise<unknown>

/** Deterministic methods. */
const pure = ['decrypt', 'deriveBits', 'deriveKey', 'digest', 'importKey', 'sign'] as const

/** JSON replacer: keys become numbers, bytes become base64url. */
const createReplacer = () => {
  const keys = new WeakMap<object, number>()
  let keyCount = 0
  return (_name: string, value: unknown): unknown => {
    if (value instanceof CryptoKey) {
      if (!keys.has(value)) keys.set(value, ++keyCount)
      return { key: keys.get(value) }
    }
    return value instanceof Uint8Array ? toBase64url(value as Bytes) : value
  }
}

/**
 * Web Cryptography that computes each result once; otherwise it would take most of the time. Node computes in threads: virtual time waits
 * while `isBusy`, so results do not depend on the speed of the machine.
 */
export const cachedCryptography = () => {
  const { subtle } = crypto
  const replacer = createReplacer()
  const results = new Map<string, Promise<unknown>>()
  let pending = 0
  const counted =
    (real: Method): Method =>
    (...args) => {
      pending++
      return real(...args).finally(() => pending--)
    }
  const cached =
    (method: string, real: Method): Method =>
    (...args) => {
      const cacheKey = JSON.stringify([method, ...args], replacer)
      const result = results.get(cacheKey) ?? real(...args)
      results.set(cacheKey, result)
      return result
    }
  const bound = (method: 'encrypt' | (typeof pure)[number]): Method => counted((subtle[method] as Method).bind(subtle))
  const methods: Record<string, Method> = {
    encrypt: bound('encrypt'),
    ...Object.fromEntries(pure.map((method) => [method, cached(method, bound(method))])),
  }
  return {
    isBusy: (): boolean => pending > 0,
    begin(): void {
      for (const [name, value] of Object.entries(methods))
        Object.defineProperty(subtle, name, { value, configurable: true })
    },
    /** Restores the methods of the prototype. */
    end(): void {
      for (const name of Object.keys(methods)) Reflect.deleteProperty(subtle, name)
    },
  }
}
