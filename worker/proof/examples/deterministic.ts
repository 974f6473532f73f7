import { createHash } from 'node:crypto'
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
    transactionId: ids('transaction').transactionId,
  }
}

/**
 * Replaces the clock and the random numbers of this process, from which tokens, API keys, secrets and nonces are made. Returns a function
 * that restores them.
 */
export const replaceClockAndRandom = (now: () => number): (() => void) => {
  const { getRandomValues, randomUUID } = crypto
  const real = Date.now
  const source = createSource('random', now)
  const { uuid } = createIds({ clock: now, random: createSource('randomUUID', now) })
  Date.now = now
  crypto.getRandomValues = ((array: Uint8Array) => {
    new Uint8Array(array.buffer, array.byteOffset, array.byteLength).set(source(array.byteLength))
    return array
  }) as typeof getRandomValues
  crypto.randomUUID = uuid as typeof randomUUID
  return () => {
    Date.now = real
    Object.assign(crypto, { getRandomValues, randomUUID })
  }
}
