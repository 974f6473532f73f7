import { Client } from 'undici'
import { median, percentile } from '../statistics.ts'

/** How many requests are under way at once, each on a connection of its own that is kept. */
export const connections = 16

export interface Request {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
}

export interface Answer {
  readonly json: any
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
}

/** A connection that is kept, with one request at a time. It is undici's, which Node's own fetch stands on: a fetch costs twice as much. */
export class Connection {
  readonly #client: Client
  readonly #headers: Readonly<Record<string, string>>
  /** Which of the connections it is, from 0. */
  readonly number: number

  constructor(url: string, headers: Readonly<Record<string, string>>, number: number) {
    this.#client = new Client(url, { pipelining: 1 })
    this.#headers = headers
    this.number = number
  }

  /** @throws where the answer is not 200: what fails is not measured */
  async ask({ method, path, headers, body }: Request): Promise<Answer> {
    const answer = await this.#client.request({
      method,
      path,
      headers: { ...this.#headers, ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
      body: body === undefined ? null : JSON.stringify(body),
    })
    const text = await answer.body.text()
    if (answer.statusCode !== 200) throw new Error(`${method} ${path} answered ${answer.statusCode}: ${text}`)
    return { json: JSON.parse(text), headers: answer.headers }
  }

  close(): Promise<void> {
    return this.#client.close()
  }
}

/** All connections to a server. */
export const connect = (url: string, headers: Readonly<Record<string, string>> = {}): Connection[] =>
  Array.from({ length: connections }, (_, number) => new Connection(url, headers, number))

/** What a load does over and over. */
export interface Exercise {
  /** Once, on a connection. False where there is nothing left to do. */
  once(connection: Connection): Promise<boolean>
  /** Waits for what the load has set going beside the answers, and counts as its time. */
  rest?(): Promise<void>
}

export interface Load {
  readonly count: number
  readonly perSecond: number
  /** From a request to its answer, in milliseconds. */
  readonly p50: number
  readonly p99: number
}

/** Rates and percentiles of what took so long each, in milliseconds, and altogether. */
export const loadOf = (latencies: readonly number[], tookMs: number): Load => ({
  count: latencies.length,
  perSecond: (latencies.length * 1000) / tookMs,
  p50: median(latencies),
  p99: percentile(latencies, 0.99),
})

/** A closed loop: each connection asks again as soon as it has its answer, until the time is over. */
export const runLoad = async ({ once, rest }: Exercise, on: readonly Connection[], seconds: number): Promise<Load> => {
  const latencies: number[] = []
  const began = performance.now()
  const end = began + seconds * 1000
  const loop = async (connection: Connection) => {
    for (let asked = performance.now(); asked < end; asked = performance.now()) {
      if (!(await once(connection))) return
      latencies.push(performance.now() - asked)
    }
  }
  await Promise.all(on.map(loop))
  await rest?.()
  return loadOf(latencies, performance.now() - began)
}
