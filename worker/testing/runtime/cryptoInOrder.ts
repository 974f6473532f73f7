type Method = (this: SubtleCrypto, ...args: unknown[]) => Promise<unknown>

const shared = globalThis as { isCryptoInOrder?: boolean }

/**
 * Makes WebCrypto resolve in call order, as in workerd, which computes synchronously. Node computes in threads, which finish in any order.
 */
export const resolveCryptoInOrder = (): void => {
  if (shared.isCryptoInOrder) return
  shared.isCryptoInOrder = true
  const prototype = Object.getPrototypeOf(crypto.subtle) as Record<string, Method>
  let before: Promise<unknown> = Promise.resolve()
  for (const name of [
    'digest',
    'sign',
    'verify',
    'encrypt',
    'decrypt',
    'importKey',
    'exportKey',
    'deriveBits',
    'deriveKey',
    'generateKey',
    'wrapKey',
    'unwrapKey',
  ]) {
    const real = prototype[name]!
    prototype[name] = function (...args) {
      const result = Promise.all([real.apply(this, args), before]).then(([value]) => value)
      before = result.catch(() => undefined)
      return result
    }
  }
}
