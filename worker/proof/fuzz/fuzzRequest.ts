/** A request with all that is needed to send it again. */
export interface FuzzRequest {
  readonly method: string
  /** Includes the query. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array | null
}

/** Holders of the API keys that a run has. */
export const keyHolders = ['secret', 'publishable', 'restricted', 'otherAccount', 'revoked', 'expired', 'team'] as const
export type KeyHolder = (typeof keyHolders)[number]
export type ApiKeys = Readonly<Record<KeyHolder, string>>

export type RequestHeaders = Readonly<Record<string, string>>
export const noHeaders: RequestHeaders = {}

export const methods = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'] as const

/** Builds a request from its parts. GET and HEAD have no body. */
export const buildRequest = (
  method: string,
  path: string,
  headers: readonly RequestHeaders[],
  body: Uint8Array | null,
  bodyType: string,
): FuzzRequest => {
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

/** Serializes a request for a replay: as JSON, with invalid UTF-8 as base64. */
export const printRequest = ({ body, ...sending }: FuzzRequest): string => {
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
