import { globSync, readFileSync } from 'node:fs'
import { inRepository } from '../../repository.ts'

/** A request of the recording of the API in worker/proof/recording, with the body of its response. */
export interface RecordedRequest {
  /** Method and path. */
  readonly send: string
  readonly body: unknown
}

interface Line {
  readonly name?: string
  readonly send?: string
  readonly body?: unknown
}

const linesOf = (path: string): Line[] =>
  readFileSync(inRepository(path), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Line)

const read = (): RecordedRequest[] =>
  globSync('worker/proof/recording/requests/*.jsonl', { cwd: inRepository('.') })
    .toSorted()
    .flatMap((path) => {
      const responses = new Map(linesOf(path.replace('/requests/', '/answers/')).map(({ name, body }) => [name, body]))
      return linesOf(path).flatMap(({ name, send }) =>
        send === undefined ? [] : [{ send, body: responses.get(name) }],
      )
    })

/** All requests of the recording. Their responses show which errors an operation returns. */
export const recordedRequests: readonly RecordedRequest[] = read()

/** The bodies of all recorded responses. */
export const recordedBodies = (): unknown[] => recordedRequests.map(({ body }) => body)
