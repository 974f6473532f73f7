import { parseStrictly } from '#contract/schema/jsonScan'
import { parseKeepingNumbers } from '#contract/schema/rawJson'
import { apiError } from '#contract/errors/apiError'

/** The largest request body. */
export const maxBodyBytes = 256 * 1024

/** application/json, text/json and application/*+json; any case, any parameters, but a charset must be UTF-8. */
const isJsonType = (header: string | null): boolean => {
  const [type = '', ...parameters] = (header ?? '').toLowerCase().split(';')
  if (!/^(application\/json|text\/json|application\/[a-z0-9!#$&^_.+-]+\+json)$/.test(type.trim())) return false
  return parameters.every((parameter) => {
    const [name = '', value = ''] = parameter.trim().split('=')
    return name.trim() !== 'charset' || /^"?utf-?8"?$/.test(value.trim())
  })
}

const isPlain = (encoding: string | null): boolean => encoding === null || encoding.toLowerCase() === 'identity'

/** Reads at most `maxBodyBytes`, even if Content-Length is wrong. Error: body_too_large. */
export const readBytes = async (request: Request): Promise<Uint8Array> => {
  if (Number(request.headers.get('content-length') ?? 0) > maxBodyBytes) throw apiError('body_too_large')
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of request.body ?? []) {
    const bytes = chunk as Uint8Array
    length += bytes.byteLength
    if (length > maxBodyBytes) throw apiError('body_too_large')
    chunks.push(bytes)
  }
  const all = new Uint8Array(length)
  let at = 0
  for (const chunk of chunks) {
    all.set(chunk, at)
    at += chunk.byteLength
  }
  return all
}

const decode = (bytes: Uint8Array): string => {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: false }).decode(bytes)
  } catch {
    throw apiError('json_invalid', { details: { reason: 'it is not UTF-8' } })
  }
}

/**
 * Reads the body as a JSON object; numbers keep their source text.
 *
 * Errors: body_too_large, body_required, media_type_unsupported, json_invalid. None quotes the body.
 */
export const readJsonObject = async (request: Request): Promise<Record<string, unknown>> => {
  const bytes = await readBytes(request)
  if (bytes.byteLength === 0) throw apiError('body_required')
  if (!isJsonType(request.headers.get('content-type')) || !isPlain(request.headers.get('content-encoding')))
    throw apiError('media_type_unsupported')
  const parsed = parseStrictly(decode(bytes), parseKeepingNumbers)
  if ('defect' in parsed) throw apiError('json_invalid', { details: { reason: parsed.defect } })
  const { value } = parsed
  if (typeof value !== 'object' || value === null || Array.isArray(value) || JSON.isRawJSON(value))
    throw apiError('json_invalid', { details: { reason: 'it is not an object' } })
  return value as Record<string, unknown>
}
