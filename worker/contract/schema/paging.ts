import * as v from 'valibot'
import { fault } from '../errors/fault.ts'
import { object } from './objects.ts'

/** A whole number in a query, from 1. Out of range is refused, never clamped. */
const count = (max: number) =>
  v.optional(
    v.pipe(
      v.string(fault('query_invalid')),
      v.check(
        (value) => /^[0-9]{1,10}$/.test(value) && Number(value) >= 1 && Number(value) <= max,
        fault('query_invalid'),
      ),
      v.transform(Number),
      v.metadata({ jsonSchema: { type: 'integer', minimum: 1, maximum: max } }),
    ),
  )

/** The last page that can be asked for. */
export const lastPage = 2_147_483_647

const aliases = [
  ['pageNumber', 'page'],
  ['pageSize', 'limit'],
] as const

/** Where `next` of the Link header goes on. Opaque: it only ever comes from us. */
const cursor = () =>
  v.optional(
    v.pipe(
      v.string(fault('query_invalid')),
      v.check((value) => /^[0-9A-Za-z_-]{1,256}$/.test(value), fault('query_invalid')),
      v.metadata({ jsonSchema: { type: 'string' } }),
    ),
  )

/** Parameters that say which page of a list, and how long it is. */
export const pagingEntries = () => ({
  pageNumber: count(lastPage),
  pageSize: count(100),
  page: count(lastPage),
  limit: count(100),
  cursor: cursor(),
})

type Given = { readonly [name in keyof ReturnType<typeof pagingEntries>]?: unknown }

/** Neither of them is given beside its alias. */
export const noAliasBesides = <T extends Given>() =>
  v.rawCheck<T>(({ dataset, addIssue }) => {
    if (!dataset.typed) return
    const query = dataset.value
    for (const [name, alias] of aliases)
      if (query[name] !== undefined && query[alias] !== undefined)
        addIssue({
          message: fault('query_invalid', { sameAs: name }),
          path: [{ type: 'object', origin: 'value', input: query, key: alias, value: query[alias] }],
        })
  })

type Asked = { readonly [name in Exclude<keyof Given, 'cursor'>]?: number | undefined } & {
  readonly cursor?: string | undefined
}

/** The page that is asked for. */
export const pageOf = ({ pageNumber, pageSize, page, limit, cursor }: Asked) => ({
  pageNumber: pageNumber ?? page ?? 1,
  pageSize: pageSize ?? limit ?? 100,
  cursor: cursor ?? null,
})

/**
 * Query of a list: which page, and how long. Comes out as { pageNumber, pageSize, cursor }.
 *
 * Errors: query_invalid, also when a name and its alias are both given.
 */
export const paging = () => v.pipe(object(pagingEntries()), noAliasBesides(), v.transform(pageOf))
export type Paging = v.InferOutput<ReturnType<typeof paging>>

/** What people read about the parameters of `paging`. */
export const pagingParameters = {
  pageNumber: 'Page, from 1. Default 1.',
  pageSize: 'Entries of a page. Default 100.',
  page: 'Alias of pageNumber.',
  limit: 'Alias of pageSize.',
  cursor: 'From the next link of the Link header.',
} as const
