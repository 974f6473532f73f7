import { apiError } from '#contract/errors/apiError'
import { listViews as endpoint, maxViews } from '#contract/views/views'
import type { CreateView, UpdateView, ViewSearch } from '#contract/views/views'
import type { Change, Holders, ViewRow, ViewStore } from '../../store/views/viewStore.ts'
import type { Caller } from '../accounts/account.ts'
import { requireScopes } from '../apiKeys/scopes.ts'
import type { Clock } from '../clock.ts'
import type { Ids } from '../ids.ts'
import { notFound } from '../notFound.ts'
import { pageHeaders } from '../pageHeaders.ts'

interface Needs {
  readonly caller: Pick<Caller, 'member' | 'scopes'>
  readonly ids: Pick<Ids, 'uuid'>
  /** Real time: views are of people, whom no test clock moves. */
  readonly realClock: Clock
  readonly views: ViewStore
}

/** The holder of views that the team shares. */
const team = ''

const time = (ms: number): string => new Date(ms).toISOString()

const toView = ({ id, holder, list, name, query, created, updated }: ViewRow) => ({
  id,
  list,
  name,
  query,
  shared: holder === team,
  created: time(created),
  updated: time(updated),
})

/** Every member changes own views. The scope changes those of the team, and viewers do not have it. */
const sharingScope = 'views:write'

const holdersOf = ({ member, scopes }: Needs['caller']): Holders => {
  const own = member === null ? [] : [member.id]
  return { visible: [team, ...own], changeable: scopes.includes(sharingScope) ? [team, ...own] : own }
}

/** Lists the views that the team shares, and the member's own, newest first. Error: query_invalid. */
export const listViews = async (
  { list, page, query }: ViewSearch,
  { caller, views }: Pick<Needs, 'caller' | 'views'>,
) => {
  const found = await views.list(holdersOf(caller).visible, list, page)
  if (found === 'cursor_not_found') throw apiError('query_invalid', { field: 'cursor' })
  return {
    views: found.entries.map(toView),
    headers: pageHeaders(endpoint.path, page, found, query),
    errors: null,
  }
}

/**
 * Saves a view.
 *
 * Errors: enum_invalid, for an own view of an API key; scope_missing (403), for a viewer who shares one; already_exists (409) with the id of
 * the view that has the name; limit_reached (409).
 */
export const createView = async ({ list, name, query, shared }: CreateView, needs: Needs) => {
  const { caller, ids, realClock, views } = needs
  const { member } = caller
  if (member === null && shared === false)
    throw apiError('enum_invalid', { field: 'shared', details: { allowed: [true] } })
  const holder = member === null || shared === true ? team : member.id
  if (holder === team) requireScopes([sharingScope], caller)
  const created = realClock.now()
  const view = { id: ids.uuid(), holder, list, name, query, created, updated: created }
  const insertion = await views.insert(view, maxViews)
  if (insertion.result === 'name_taken')
    throw apiError('already_exists', { field: 'name', details: { id: insertion.by } })
  if (insertion.result === 'full') throw apiError('limit_reached', { details: { max: maxViews } })
  return { view: toView(view), errors: null }
}

/** @returns the view. Errors: not_found (404), scope_missing (403), already_exists (409) */
const requireChanged = (change: Change): ViewRow => {
  if (change.result === 'missing') throw notFound('view')
  if (change.result === 'forbidden') throw apiError('scope_missing', { details: { scope: sharingScope } })
  if (change.result === 'name_taken') throw apiError('already_exists', { field: 'name', details: { id: change.by } })
  return change.view
}

/** Changes name or search of a view. Errors: not_found (404); scope_missing (403), for a shared view and a viewer; already_exists (409). */
export const updateView = async (
  id: string,
  { name, query }: UpdateView,
  { caller, realClock, views }: Pick<Needs, 'caller' | 'realClock' | 'views'>,
) => {
  const patch = { name: name ?? null, query: query ?? null, at: realClock.now() }
  return { view: toView(requireChanged(await views.change(id, holdersOf(caller), patch))), errors: null }
}

/** Deletes a view. Errors: not_found (404); scope_missing (403), for a shared view and a viewer. */
export const deleteView = async (id: string, { caller, views }: Pick<Needs, 'caller' | 'views'>) => {
  requireChanged(await views.delete(id, holdersOf(caller)))
  return { errors: null }
}
