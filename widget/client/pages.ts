import type { Call, CallOptions, Query } from './call.ts'
import type { Answered, Transport } from './connect.ts'

/** A page of a list to await, or all entries from this page on with `for await`. */
export type Listed<Answer, Entry> = Promise<Answer> & AsyncIterable<Entry>

/** The response of work that may need several requests. */
export interface Continued {
  readonly complete: boolean
  /** Null if the work is complete, or cannot be continued now. */
  readonly cursor: string | null
}

/** The base of the client's methods. */
export interface Gateway {
  send<Answer>(call: Call, options?: CallOptions): Promise<Answer>
  /** Sends a call, and continues it with the cursor of its response until that is complete. @param path of the POST that continues it */
  follow<Answer extends Continued>(call: Call, path: string, options?: CallOptions): Promise<Answer>
  /** @param member the member of the response with the entries */
  list<Answer, Entry>(call: Call, member: string, options?: CallOptions): Listed<Answer, Entry>
}

interface Page {
  readonly [member: string]: unknown
  readonly nextCursor?: string | null
}

const entriesOf = (answered: Answered, member: string): readonly unknown[] =>
  ((answered.body as Page)[member] ?? []) as readonly unknown[]

/** The gateway's default page size. */
const usualPageSize = 100

const byNumber = (query: Query, count: number): Query | null => {
  if (count < Number(query['pageSize'] ?? query['limit'] ?? usualPageSize)) return null
  const name = query['page'] === undefined ? 'pageNumber' : 'page'
  return { ...query, [name]: Number(query[name] ?? 1) + 1 }
}

/**
 * The query of the next page; null after the last. The next page is given by `nextCursor` in the body or by the Link header (RFC 8288).
 * Otherwise pages have numbers, and the last one is not full.
 */
const nextQuery = (answered: Answered, query: Query, count: number): Query | null => {
  const { nextCursor } = answered.body as Page
  if (nextCursor !== undefined)
    return nextCursor === null ? null : { ...query, cursor: nextCursor, pageNumber: undefined, page: undefined }
  const link = answered.headers.get('link')
  if (link === null) return byNumber(query, count)
  const part = link.split(',').find((each) => /\brel="?next"?/.test(each))
  const next = part?.slice(part.indexOf('<') + 1, part.indexOf('>'))
  // Only the query is used, so that the key is sent to the configured gateway only.
  return next === undefined ? null : Object.fromEntries(new URL(next, 'https://gateway.invalid').searchParams)
}

/** Adds lists to a transport. */
export const withLists = (exchange: Transport): Gateway => ({
  send: async <Answer>(call: Call, options?: CallOptions) => (await exchange(call, options)).body as Answer,

  follow: async <Answer extends Continued>(call: Call, path: string, options?: CallOptions) => {
    let { body } = await exchange(call, options)
    for (let answer = body as Answer; ; answer = body as Answer) {
      const { complete, cursor } = answer
      if (complete || cursor === null) return answer
      ;({ body } = await exchange({ operation: call.operation, method: 'POST', path, body: { cursor } }, options))
    }
  },

  list: <Answer, Entry>(call: Call, member: string, options?: CallOptions): Listed<Answer, Entry> => {
    const first = exchange(call, options)
    const answer = first.then(({ body }) => body as Answer)

    async function* entries(): AsyncGenerator<Entry, void> {
      await answer
      let answered = await first
      let query: Query | null = call.query ?? {}
      for (;;) {
        const page = entriesOf(answered, member)
        yield* page as readonly Entry[]
        query = nextQuery(answered, query, page.length)
        if (query === null) return
        answered = await exchange({ ...call, query }, options)
      }
    }
    return Object.assign(answer, { [Symbol.asyncIterator]: entries })
  },
})
