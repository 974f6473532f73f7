import type { InferOutput } from 'valibot'
import type { savedView, ViewedList } from '#contract/views/views'
import type { Api } from '../api/api.ts'
import { ApiError } from '../api/apiError.ts'
import { nextCursor } from '../api/nextCursor.ts'

export type SavedView = InferOutput<ReturnType<typeof savedView>>

const path = '/v1/views'
const pathOf = (id: string): string => `${path}/${encodeURIComponent(id)}`

/** The saved views of a list that the member sees, in the order of their names: shared ones and own ones. */
export const readViews = async (api: Api, list: ViewedList, signal: AbortSignal): Promise<SavedView[]> => {
  const views: SavedView[] = []
  let cursor: string | null = null
  do {
    const query: { list: string; limit: number; cursor?: string } = {
      list,
      limit: 100,
      ...(cursor !== null && { cursor }),
    }
    const response: Response = await api.send('GET', path, { query, signal })
    views.push(...((await response.json()) as { views: readonly SavedView[] }).views)
    cursor = nextCursor(response.headers.get('link'))
  } while (cursor !== null)
  return views.toSorted((one, other) => one.name.localeCompare(other.name))
}

export type NewView = Pick<SavedView, 'list' | 'name' | 'query' | 'shared'>

export const saveView = async (api: Api, view: NewView): Promise<SavedView> =>
  (await api.json<{ view: SavedView }>('POST', path, { body: view })).view

export const changeView = async (
  api: Api,
  id: string,
  body: Partial<Pick<SavedView, 'name' | 'query'>>,
): Promise<SavedView> => (await api.json<{ view: SavedView }>('PUT', pathOf(id), { body })).view

export const deleteView = async (api: Api, id: string): Promise<void> => {
  await api.send('DELETE', pathOf(id))
}

/** The id of the view that has the name of a rejected request. */
export const viewOfName = (error: unknown): string | null => {
  if (!(error instanceof ApiError) || error.type !== 'already_exists') return null
  const { errors } = error.body as { errors?: readonly { message: { details?: { id?: string } | null } }[] }
  return errors?.[0]?.message.details?.id ?? null
}

/** The query of an address. */
export const queryIn = (address: string): string => address.split('?')[1] ?? ''

/** A query in the form in which addresses have it, to be compared. */
export const plainQuery = (query: string): string => new URLSearchParams(query).toString()
