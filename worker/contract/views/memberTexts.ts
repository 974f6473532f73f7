import type { MemberTexts } from '../schema/memberTexts.ts'

/** Texts of saved views. */
export const viewTexts: MemberTexts = {
  SavedView: {
    id: 'Id of the view.',
    list: 'The list of the console that the view searches.',
    name: 'Name of the view, 1 to 100 characters.',
    query:
      'The search, as it follows the question mark in the address of the list: up to 2,000 characters, percent-encoded. Empty for the whole list.',
    shared: 'Whether the team shares the view. Otherwise it is the own view of the member who reads it.',
    created: 'Time when the view was saved, RFC 3339 in UTC.',
    updated: 'Time of the latest change, RFC 3339 in UTC.',
  },
  CreateViewRequest: {
    $as: 'SavedView',
    shared:
      'Whether the team shares the view. Absent: true for an API key, false in the console. An API key has no views of its own, so false is an error.',
  },
  UpdateViewRequest: { $as: 'SavedView' },
  listViews: { views: 'Saved views, newest first.' },
  createView: { view: 'The saved view.' },
  updateView: { view: 'The changed view.' },
}
