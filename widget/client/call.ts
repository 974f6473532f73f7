import type { Signal } from './platform.ts'

/** How one call goes. */
export interface CallOptions {
  /**
   * A name of your own for what this call does, 1 to 255 visible ASCII characters: under the same name it is done once, however often it
   * is called, for 24 hours. Without one the call gets a random name, shared by its own tries alone.
   */
  readonly idempotencyKey?: string
  /** Ends the call. What was sent may still take effect. */
  readonly signal?: Signal
  /** In place of the settings' own. */
  readonly timeoutMs?: number
  /** In place of the settings' own. */
  readonly retries?: number
}

/** A call of an operation. */
export interface Call {
  readonly operation: string
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Parameters stand in braces; `ids` are their values, in order. */
  readonly path: string
  readonly ids?: readonly string[]
  readonly query?: Query
  readonly body?: unknown
  /** Takes an Idempotency-Key. */
  readonly keyed?: true
}

export type Query = { readonly [name: string]: string | number | boolean | undefined }

/** Ids have letters, digits and hyphens; anything else could lead to another path. It is not quoted, for it may be a card number. */
const segment = (id: string | undefined): string => {
  const text = String(id ?? '')
  if (!/^[0-9A-Za-z-]+$/.test(text)) throw new TypeError('An id has letters, digits and hyphens, and at least one.')
  return text
}

/**
 * Path and query of a call.
 *
 * @throws {TypeError} for what is no id
 */
export const pathOf = ({ path, ids = [], query = {} }: Call): string => {
  let next = 0
  const filled = path.replaceAll(/\{\w+\}/g, () => segment(ids[next++]))
  const given = Object.entries(query).filter(([, value]) => value !== undefined)
  const search = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()
  return search === '' ? filled : `${filled}?${search}`
}

/**
 * The Idempotency-Key of a call, one for all its tries; null where the operation takes none.
 *
 * @throws {TypeError} for a key that cannot be sent
 */
export const keyOf = ({ keyed }: Call, { idempotencyKey = crypto.randomUUID() }: CallOptions): string | null => {
  if (keyed !== true) return null
  if (!/^[\x21-\x7e]{1,255}$/.test(idempotencyKey))
    throw new TypeError('idempotencyKey has 1 to 255 visible ASCII characters.')
  return idempotencyKey
}

/** How long a try may take where nobody says: the gateway itself takes 60 s at most, and 120 s where a shopper looks for a card. */
export const usualPatienceMs = ({ body }: Call): number => {
  const { payment } = (body ?? {}) as { readonly payment?: { readonly terminal?: object | null } | null }
  return payment?.terminal == null ? 65_000 : 130_000
}
