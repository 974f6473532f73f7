import * as v from 'valibot'
import { endpoint } from '../endpoint.ts'
import type { Documentation } from '../endpoint.ts'
import { envelope } from '../errors/envelope.ts'
import { changing, identifier, patterned, text } from '../schema/fields.ts'
import { object } from '../schema/objects.ts'
import { pagingEntries, pagingParameters, rejectAliases, toPage } from '../schema/paging.ts'
import { queryParameter } from '../schema/parameters.ts'

const tag = 'Saved views'

/** The lists that have saved views. */
export const viewedLists = [
  'payments',
  'disputes',
  'settlements',
  'checkouts',
  'customers',
  'subscriptions',
  'terminals',
  'events',
  'audit',
] as const
export type ViewedList = (typeof viewedLists)[number]

/** Views of the team, and of each member, in one mode. */
export const maxViews = 100

/** A saved search of a list. Times are RFC 3339 in UTC. */
export const savedView = () =>
  v.object({
    id: v.string(),
    list: v.picklist(viewedLists),
    name: v.string(),
    query: v.string(),
    shared: v.boolean(),
    created: v.string(),
    updated: v.string(),
  })

/** What follows the question mark of an address (RFC 3986), percent-encoded. */
const queryText = () => patterned(/^[\w.~!$&'()*+,;=:@/?%-]*$/, 0, 2000)

const viewName = () => text(1, 100)
const viewParams = () => object({ View: identifier() })

const isList = (word: string): word is ViewedList => (viewedLists as readonly string[]).includes(word)

/** Query of the list of views. Errors: query_invalid. */
const viewSearch = () =>
  v.pipe(
    v.object({
      list: queryParameter((word) => (isList(word) ? word : undefined), { type: 'string', enum: [...viewedLists] }),
      ...pagingEntries(),
    }),
    rejectAliases(),
    v.transform(({ list, ...page }) => ({ list, page: toPage(page), query: { ...(list !== undefined && { list }) } })),
  )
export type ViewSearch = v.InferOutput<ReturnType<typeof viewSearch>>

export const listViews = endpoint({
  name: 'listViews',
  method: 'GET',
  path: '/v1/views',
  tag,
  scope: 'views:read',
  errorFormat: 'envelope',
  list: { counted: false },
  query: viewSearch(),
  response: envelope({ views: v.array(savedView()) }),
  extension: true,
})

export const createView = endpoint({
  name: 'createView',
  method: 'POST',
  path: '/v1/views',
  tag,
  scope: 'views:write',
  errorFormat: 'envelope',
  body: object({
    list: v.picklist(viewedLists),
    name: viewName(),
    query: queryText(),
    shared: v.optional(v.boolean()),
  }),
  response: envelope({ view: savedView() }),
  extension: true,
})
export type CreateView = v.InferOutput<NonNullable<typeof createView.body>>

export const updateView = endpoint({
  name: 'updateView',
  method: 'PUT',
  path: '/v1/views/{View}',
  tag,
  scope: 'views:write',
  errorFormat: 'envelope',
  params: viewParams(),
  body: object(changing(savedView(), { name: v.optional(viewName()), query: v.optional(queryText()) })),
  response: envelope({ view: savedView() }),
  extension: true,
})
export type UpdateView = v.InferOutput<NonNullable<typeof updateView.body>>

export const deleteView = endpoint({
  name: 'deleteView',
  method: 'DELETE',
  path: '/v1/views/{View}',
  tag,
  scope: 'views:write',
  errorFormat: 'envelope',
  params: viewParams(),
  response: envelope({}),
  extension: true,
})

export const viewEndpoints = [listViews, createView, updateView, deleteView] as const

const whose =
  'A key reaches the shared views of its mode. In the console a member also has own views, which nobody else sees.'

export const viewDocumentation = (): Documentation => ({
  listViews: {
    summary: 'List saved views',
    description: `Returns saved searches of the console's lists, newest first: those that the team shares. ${whose}`,
    parameters: { list: 'Only views of this list.', ...pagingParameters },
  },
  createView: {
    summary: 'Save a view',
    description: `Saves a search of a list under a name, in the mode of the key. ${whose} A name is unique among the shared views of a list, and among those of a member (409 \`already_exists\` with \`details.id\`). The team has up to ${maxViews} shared views in each mode, and each member up to ${maxViews} own ones (409 \`limit_reached\`).`,
  },
  updateView: {
    summary: 'Change a saved view',
    description: 'Changes the name or the search of a view. Absent members keep their values.',
  },
  deleteView: { summary: 'Delete a saved view' },
})
