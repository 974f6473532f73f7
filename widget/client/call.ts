import type { Signal } from './platform.ts'

/** Options of one call. */
export interface CallOptions {
  /**
   * The idempotency key, such as the id of an order: 1 to 255 visible ASCII characters, without the token that pays. Calls with the same key
   * take effect once within 24 hours. By default a random key, which the call's retries share.
   */
  readonly idempotencyKey?: string
  /** Aborts the call. A request that was sent may still take effect. */
  readonly signal?: Signal
  /** Overrides the setting. */
  readonly timeoutMs?: number
  /** Overrides the setting. */
  readonly retries?: number
}

/** A call of an operation. */
export interface Call {
  readonly operation: string
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Parameters are in braces; `ids` are their values, in order. */
  readonly path: string
  readonly ids?: readonly string[]
  readonly query?: Query
  readonly body?: unknown
  /** Takes an Idempotency-Key. */
  readonly keyed?: true
}

export type Query = { readonly [name: string]: string | number | boolean | undefined }

/** Ids have letters, digits and hyphens; other characters could change the path. Errors do not quote an id, which may be a card number. */
const segment = (id: string | undefined): string => {
  const text = String(id ?? '')
  if (!/^[0-9A-Za-z-]+$/.test(text))
    throw new TypeError('id is missing or malformed: it must have letters, digits and hyphens only.')
  return text
}

/**
 * Path and query of a call.
 *
 * @throws {TypeError} for an invalid id
 */
export const pathOf = ({ path, ids = [], query = {} }: Call): string => {
  let next = 0
  const filled = path.replaceAll(/\{\w+\}/g, () => segment(ids[next++]))
  const given = Object.entries(query).filter(([, value]) => value !== undefined)
  const search = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()
  return search === '' ? filled : `${filled}?${search}`
}

/**
 * The Idempotency-Key of a call and its retries; null if the operation has none.
 *
 * @throws {TypeError} for an invalid key
 */
export const keyOf = ({ keyed }: Call, { idempotencyKey = crypto.randomUUID() }: CallOptions): string | null => {
  if (keyed !== true) return null
  if (!/^[\x21-\x7e]{1,255}$/.test(idempotencyKey))
    throw new TypeError('idempotencyKey must have 1 to 255 visible ASCII characters.')
  return idempotencyKey
}

/** The default timeout of an attempt: the gateway takes 60 s at most, and 120 s for a payment at a terminal. */
export const defaultTimeoutMs = ({ body }: Call): number => {
  const { payment } = (body ?? {}) as { readonly payment?: { readonly terminal?: object | null } | null }
  return payment?.terminal == null ? 65_000 : 130_000
}
