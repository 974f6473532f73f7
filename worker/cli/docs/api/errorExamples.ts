import { errors, slugOf } from '#contract/errors/errorTypes'
import type { ErrorType } from '#contract/errors/errorTypes'
import { toErrorItem } from '#contract/errors/toErrorItem'
import { recordedExamples } from '../../contract/examples/index.ts'
import { recordedBodies } from './recording.ts'

interface ErrorItem {
  readonly type: string
  readonly message: { readonly text: string }
}

const itemsOf = (body: unknown): readonly ErrorItem[] =>
  (body as { readonly errors?: readonly ErrorItem[] | null } | null | undefined)?.errors ?? []

/** The origin of the examples’ gateway, instead of that of the recording. */
const withOrigin = (item: ErrorItem): unknown =>
  JSON.parse(JSON.stringify(item).replaceAll('https://pay.test', 'https://pay.example.com'))

const firstItems = (bodies: readonly unknown[]): ReadonlyMap<string, unknown> =>
  new Map(
    bodies
      .flatMap(itemsOf)
      .toReversed()
      .map((item) => [item.type, withOrigin(item)]),
  )

const inExamples = firstItems(recordedExamples.map(({ response }) => response.body))
const inRecording = firstItems(recordedBodies())

const typesInRecording: ReadonlySet<string> = new Set([...inExamples.keys(), ...inRecording.keys()])

/** Whether the error was returned by a real run. The others are printed from the table of errors. */
export const isRecorded = (type: ErrorType): boolean => typesInRecording.has(type)

/** An item of an error as a response has it: of a recorded example, else of the recording of the API, else from the table. */
export const errorExample = (type: ErrorType): unknown =>
  inExamples.get(type) ?? inRecording.get(type) ?? toErrorItem({ type }, 'https://pay.example.com')

const typesBySlug: ReadonlyMap<string, ErrorType> = new Map(
  Object.keys(errors).map((type) => [slugOf(type as ErrorType), type as ErrorType]),
)

/** The error types in the body of a response, also of problem details. */
export const errorTypesIn = (body: unknown): ErrorType[] => {
  const { type } = (body ?? {}) as { readonly type?: unknown }
  const problem = typeof type === 'string' ? typesBySlug.get(type.split('/').at(-1) ?? '') : undefined
  return [...itemsOf(body).map((item) => item.type as ErrorType), ...(problem ? [problem] : [])].filter((found) =>
    Object.hasOwn(errors, found),
  )
}
