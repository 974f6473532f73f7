import * as v from 'valibot'
import { fault } from '../errors/fault.ts'

/** A positive integer in a query. Values out of range are rejected, never clamped. */
const count = (max: number) =>
  v.optional(
    v.pipe(
      v.string(fault('query_invalid')),
      v.check(
        (value) => /^[0-9]{1,10}$/.test(value) && Number(value) >= 1 && Number(value) <= max,
        fault('query_invalid'),
      ),
      v.transform(Number),
      v.metadata({ jsonSchema: { type: 'integer', format: 'int32', minimum: 1, maximum: max } }),
    ),
  )

/** Maximum page number. */
export const maxPageNumber = 2_147_483_647

const aliases = [
  ['pageNumber', 'page'],
  ['pageSize', 'limit'],
] as const

/** An opaque cursor from `next` or `prev` of the Link header. */
const cursor = () =>
  v.optional(
    v.pipe(
      v.string(fault('query_invalid')),
      v.check((value) => /^[0-9A-Za-z_-]{1,256}$/.test(value), fault('query_invalid')),
      v.metadata({ jsonSchema: { type: 'string' } }),
    ),
  )

/** Query parameters of a page of a list. */
export const pagingEntries = () => ({
  pageNumber: count(maxPageNumber),
  pageSize: count(100),
  page: count(maxPageNumber),
  limit: count(100),
  cursor: cursor(),
})

/** Query parameters of a page of a list that has cursors only. */
export const cursorPagingEntries = () => ({ pageSize: count(100), limit: count(100), cursor: cursor() })

type PagingQuery = { readonly [name in keyof ReturnType<typeof pagingEntries>]?: unknown }

/** Rejects a parameter together with its alias. */
export const rejectAliases = <T extends PagingQuery>() =>
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

type ParsedPaging = { readonly [name in Exclude<keyof PagingQuery, 'cursor'>]?: number | undefined } & {
  readonly cursor?: string | undefined
}

/** The requested page with its defaults. */
export const toPage = ({ pageNumber, pageSize, page, limit, cursor }: ParsedPaging) => ({
  pageNumber: pageNumber ?? page ?? 1,
  pageSize: pageSize ?? limit ?? 100,
  cursor: cursor ?? null,
})

/**
 * Query of a list. The output is { pageNumber, pageSize, cursor }.
 *
 * Errors: query_invalid, also for a parameter together with its alias.
 */
export const paging = () => v.pipe(v.object(pagingEntries()), rejectAliases(), v.transform(toPage))
export type Paging = v.InferOutput<ReturnType<typeof paging>>

/** Documentation of the parameters of `paging`. */
export const pagingParameters = {
  pageNumber: 'Number of the page, starting at 1. Default 1.',
  pageSize: 'Entries per page, up to 100. Default 100.',
  page: 'Alias of pageNumber.',
  limit: 'Alias of pageSize.',
  cursor: 'Cursor of a page, from a URL in the `Link` header.',
} as const
