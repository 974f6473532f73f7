/** A request as it goes out: all that is needed to send it again. */
export interface Sending {
  readonly method: string
  /** With its query. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array | null
}

/** Whose key a request has; a run knows the keys. */
export const keyHolders = ['secret', 'publishable', 'restricted', 'stranger', 'revoked', 'expired'] as const
export type KeyHolder = (typeof keyHolders)[number]
export type Keys = Readonly<Record<KeyHolder, string>>

export type Headers = Readonly<Record<string, string>>
export const none: Headers = {}

export const methods = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'] as const

/** The parts of a request put together: what can have no body has none. */
export const assembled = (
  method: string,
  path: string,
  headers: readonly Headers[],
  body: Uint8Array | null,
  bodyType: string,
): Sending => {
  const canHaveBody = method !== 'GET' && method !== 'HEAD'
  const sent = canHaveBody ? body : null
  return {
    method,
    path: path.startsWith('/') ? path : `/${path}`,
    headers: Object.assign({}, sent !== null && bodyType !== '' ? { 'content-type': bodyType } : {}, ...headers),
    body: sent,
  }
}

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** A request so that it can be sent again: as JSON, its body as text, or in base64 where it is none. */
export const printed = ({ body, ...sending }: Sending): string => {
  if (body === null) return JSON.stringify(sending)
  try {
    return JSON.stringify({ ...sending, body: decoder.decode(body) })
  } catch {
    return JSON.stringify({
      ...sending,
      bodyBase64: btoa(Array.from(body, (unit) => String.fromCharCode(unit)).join('')),
    })
  }
}
