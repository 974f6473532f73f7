import { createHash } from 'node:crypto'
import { exampleKeyPair } from './encryptionKey.fixture.ts'
import { createIds } from '../../domain/ids.ts'
import type { Ids } from '../../domain/ids.ts'

/** Bytes that depend only on a name. */
const bytesOf = (name: string, length: number): Uint8Array<ArrayBuffer> => {
  const blocks = Array.from({ length: Math.ceil(length / 32) }, (_, block) =>
    createHash('sha256').update(`${name} ${block}`).digest(),
  )
  return new Uint8Array(Buffer.concat(blocks).subarray(0, length))
}

/** A source of bytes that look random and depend only on the time and on the number of earlier calls at that time. */
const createSource = (purpose: string, now: () => number) => {
  let [last, count] = [0, 0]
  return (length: number): Uint8Array<ArrayBuffer> => {
    count = now() === last ? count + 1 : 0
    last = now()
    return bytesOf(`${purpose} ${last} ${count}`, length)
  }
}

/** Ids by the time. Each kind has its own source, so that a further request id changes no other id. */
export const deterministicIds = (now: () => number): Ids => {
  const ids = (kind: string) => createIds({ clock: now, random: createSource(kind, now) })
  return {
    uuid: ids('uuid').uuid,
    requestId: ids('request').requestId,
    short: ids('short').short,
    transactionId: ids('transaction').transactionId,
  }
}

/** Imports the key pair of the examples, which its users cannot distinguish from a generated one. */
const importKeyPair = async (algorithm: { readonly name: string; readonly hash: string }): Promise<CryptoKeyPair> => {
  const { kty = 'RSA', n = '', e = '' } = exampleKeyPair
  const [publicKey, privateKey] = await Promise.all([
    crypto.subtle.importKey('jwk', { kty, n, e }, algorithm, true, ['encrypt']),
    crypto.subtle.importKey('jwk', exampleKeyPair, algorithm, true, ['decrypt']),
  ])
  return { publicKey, privateKey }
}

/**
 * Replaces the clock and the random numbers of this process, from which tokens, API keys, secrets and nonces are made. Returns a function
 * that restores them.
 */
export const replaceClockAndRandom = (now: () => number): (() => void) => {
  const { getRandomValues, randomUUID } = crypto
  const { now: realNow } = Date
  const { random } = Math
  const { subtle } = crypto
  const generateKey = subtle.generateKey.bind(subtle)
  const source = createSource('random', now)
  const { uuid } = createIds({ clock: now, random: createSource('randomUUID', now) })
  Date.now = now
  Math.random = () => new DataView(source(4).buffer).getUint32(0) / 2 ** 32
  crypto.getRandomValues = ((array: Uint8Array) => {
    new Uint8Array(array.buffer, array.byteOffset, array.byteLength).set(source(array.byteLength))
    return array
  }) as typeof getRandomValues
  const generateOrImport = (algorithm: { readonly name: string }, ...more: unknown[]) =>
    algorithm.name === 'RSA-OAEP'
      ? importKeyPair(algorithm as { readonly name: string; readonly hash: string })
      : (generateKey as (...all: unknown[]) => Promise<CryptoKey>)(algorithm, ...more)
  Object.assign(subtle, { generateKey: generateOrImport })
  crypto.randomUUID = uuid as typeof randomUUID
  return () => {
    Date.now = realNow
    Math.random = random
    Object.assign(crypto, { getRandomValues, randomUUID })
    Object.assign(subtle, { generateKey })
  }
}
