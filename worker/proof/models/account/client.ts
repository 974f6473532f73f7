import { clientOf } from '../kernel/client.ts'
import type { Answer, Send } from '../kernel/client.ts'
import { holds } from '../kernel/model.ts'

/** Sends a request. Null without a response, or for one that says that the service is unavailable. */
export const ask = async (
  send: Send,
  key: string,
  method: string,
  path: string,
  body?: object,
  idempotencyKey?: string,
): Promise<Answer | null> => {
  let answer: Answer
  try {
    answer = await clientOf(send, key)(method, path, body, idempotencyKey)
  } catch {
    return null
  }
  const { status, text } = answer
  holds(
    status !== 429 && status !== 401 && !text.includes('"internal_error"'),
    'no failure is internal',
    () => `${method} ${path}: ${status} ${text}`,
  )
  return status >= 500 && !text.includes('"processor_timeout"') ? null : answer
}

/** Reads what must be there, since nothing is wrong. */
export const read = async (send: Send, key: string, path: string): Promise<Answer['json']> => {
  const answer = await ask(send, key, 'GET', path)
  holds(answer?.status === 200, 'no failure is internal', () => `GET ${path}: ${answer?.status ?? 'no response'}`)
  return answer!.json
}

/** All entries of a paged list, newest first, up to the first page with a known entry. */
export const readList = async (
  send: Send,
  key: string,
  path: string,
  member: string,
  isKnown: (entry: Answer['json']) => boolean = () => false,
): Promise<Answer['json'][]> => {
  const entries: Answer['json'][] = []
  for (let page: string | undefined = `${path}?pageSize=100`; page !== undefined;) {
    const { status, text, json, headers }: Answer = await clientOf(send, key)('GET', page)
    holds(status === 200, 'no failure is internal', () => `GET ${page}: ${status} ${text}`)
    const listed: Answer['json'][] = json[member] ?? []
    const fresh = listed.filter((entry) => !isKnown(entry))
    entries.push(...fresh)
    page = fresh.length < listed.length ? undefined : /<([^>]+)>; rel="next"/.exec(headers.get('link') ?? '')?.[1]
  }
  return entries
}
