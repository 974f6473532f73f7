import { withBase } from 'vitepress'
import type { Operation, Sent } from './request.ts'

let loading: Promise<Readonly<Record<string, Operation>>> | undefined

const load = async (): Promise<Readonly<Record<string, Operation>>> => {
  const response = await fetch(withBase('/reference/api/operations.json'))
  if (!response.ok) throw new Error(`The list of operations could not be loaded: status ${response.status}.`)
  return (await response.json()) as Record<string, Operation>
}

/** The operation of a name such as authorizeTransaction. @throws Error if there is none */
export const loadOperation = async (name: string): Promise<Operation> => {
  loading ??= load()
  const operation = await loading.catch((error: unknown) => {
    // A failure is not remembered.
    loading = undefined
    throw error
  })
  const found = operation[name]
  if (!found) throw new Error(`There is no operation ${name}.`)
  return found
}

export interface Received {
  readonly status: number
  readonly milliseconds: number
  readonly headers: readonly (readonly [name: string, value: string])[]
  /** Formatted if it is JSON. */
  readonly body: string
}

/** Headers that help a developer; the others are those of every response. */
const shownHeaders =
  /^(content-type|idempotency-|idempotent|link|location|retry-after|ratelimit|x-request-id|request-id|sluice-)/

const format = (text: string): string => {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    // Not JSON: shown as it is.
    return text
  }
}

/** Sends a request through the local server, which adds the demo account's test key. */
export const sendRequest = async ({ path, init }: Sent): Promise<Received> => {
  const start = performance.now()
  const response = await fetch(`/try${path}`, init)
  const text = await response.text()
  return {
    status: response.status,
    milliseconds: Math.round(performance.now() - start),
    headers: [...response.headers].filter(([name]) => shownHeaders.test(name)),
    body: format(text),
  }
}
