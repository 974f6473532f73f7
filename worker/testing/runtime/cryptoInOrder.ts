type Method = (this: SubtleCrypto, ...given: unknown[]) => Promise<unknown>

const shared = globalThis as { isCryptoInOrder?: boolean }

/**
 * Has WebCrypto answer in the order in which it was called, as workerd does, which computes at once. Node computes in threads, so that what
 * began together would go on in any order.
 */
export const answerCryptoInOrder = (): void => {
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
    prototype[name] = function (...given) {
      const answer = Promise.all([real.apply(this, given), before]).then(([result]) => result)
      before = answer.catch(() => undefined)
      return answer
    }
  }
}
