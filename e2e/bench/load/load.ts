import { Client } from 'undici'
import { median, percentile } from '../statistics.ts'

/** Concurrent requests, each on its own keep-alive connection. */
export const connections = 16

export interface Request {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
}

export interface JsonResponse {
  readonly json: any
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
}

/** A keep-alive connection for one request at a time. undici's client costs half as much as Node's fetch. */
export class Connection {
  readonly #client: Client
  readonly #headers: Readonly<Record<string, string>>
  /** The connection’s number, from 0. */
  readonly number: number

  constructor(url: string, headers: Readonly<Record<string, string>>, number: number) {
    this.#client = new Client(url, { pipelining: 1 })
    this.#headers = headers
    this.number = number
  }

  /** @throws unless the status is 200, since failures are not measured */
  async request({ method, path, headers, body }: Request): Promise<JsonResponse> {
    const response = await this.#client.request({
      method,
      path,
      headers: { ...this.#headers, ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
      body: body === undefined ? null : JSON.stringify(body),
    })
    const text = await response.body.text()
    if (response.statusCode !== 200) throw new Error(`${method} ${path} returned ${response.statusCode}: ${text}`)
    return { json: JSON.parse(text), headers: response.headers }
  }

  close(): Promise<void> {
    return this.#client.close()
  }
}

export const connect = (url: string, headers: Readonly<Record<string, string>> = {}): Connection[] =>
  Array.from({ length: connections }, (_, number) => new Connection(url, headers, number))

/** A repeated request. */
export interface Workload {
  /** Runs once on a connection. @returns false without work left */
  runOnce(connection: Connection): Promise<boolean>
  /** Waits for asynchronous effects of the requests; counts as part of the time. */
  drain?(): Promise<void>
}

export interface Load {
  readonly count: number
  readonly perSecond: number
  /** Latency in milliseconds. */
  readonly p50: number
  readonly p99: number
}

/** The rate and percentiles of latencies in milliseconds. */
export const summarize = (latencies: readonly number[], durationMs: number): Load => ({
  count: latencies.length,
  perSecond: (latencies.length * 1000) / durationMs,
  p50: median(latencies),
  p99: percentile(latencies, 0.99),
})

/** A closed loop: each connection sends its next request after the response, until the time is over. */
export const runLoad = async (
  { runOnce, drain }: Workload,
  on: readonly Connection[],
  seconds: number,
): Promise<Load> => {
  const latencies: number[] = []
  const began = performance.now()
  const end = began + seconds * 1000
  const loop = async (connection: Connection) => {
    for (let sentAt = performance.now(); sentAt < end; sentAt = performance.now()) {
      if (!(await runOnce(connection))) return
      latencies.push(performance.now() - sentAt)
    }
  }
  await Promise.all(on.map(loop))
  await drain?.()
  return summarize(latencies, performance.now() - began)
}
