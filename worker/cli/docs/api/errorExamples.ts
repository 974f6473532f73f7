import { errors, slugOf } from '#contract/errors/errorTypes'
import type { ErrorType } from '#contract/errors/errorTypes'
import { toErrorItem } from '#contract/errors/toErrorItem'
import { recordedExamples } from '../../contract/examples/index.ts'
import { recordedBodies } from './recording.ts'

/** The origin of the gateway of all examples. */
const origin = 'https://pay.example.com'

interface ErrorItem {
  readonly type: string
  readonly message: { readonly text: string }
}

const itemsOf = (body: unknown): readonly ErrorItem[] =>
  (body as { readonly errors?: readonly ErrorItem[] | null } | null | undefined)?.errors ?? []

/** An item with the URL of its entry, which the recording leaves out. */
const withDocs = (item: ErrorItem): unknown => ({
  ...item,
  message: { ...item.message, docs: `${origin}/errors#${item.type}` },
})

const firstItems = (bodies: readonly unknown[]): ReadonlyMap<string, unknown> =>
  new Map(
    bodies
      .flatMap(itemsOf)
      .toReversed()
      .map((item) => [item.type, withDocs(item)]),
  )

const inExamples = firstItems(recordedExamples.map(({ response }) => response.body))
const inRecording = firstItems(recordedBodies())

/** An item of an error as a response has it: of a recorded example, else of the recording of the API, else from the table. */
export const errorExample = (type: ErrorType): unknown =>
  inExamples.get(type) ?? inRecording.get(type) ?? toErrorItem({ type }, origin)

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
